package io.chameleon.s3.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of answers and of requests. */
class XmlTest {
    private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    private static Element read(String xml) {
        return XmlReader.read(xml.getBytes(StandardCharsets.UTF_8));
    }

    private static S3Error refusal(byte[] xml) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> XmlReader.read(xml));
        assertThat(refusal).isNotNull();
        return refusal.error();
    }

    @Test
    void document_isWritten_withAllItsElementsClosed() {
        assertThat(XmlWriter.document("A")
                        .open("B")
                        .text("C", 1)
                        .text("D", null)
                        .open("E")
                        .end())
                .isEqualTo(HEAD + "<A xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><B><C>1</C><E></E></B></A>");
        assertThat(XmlWriter.plain("Error").text("Code", "NoSuchKey").end())
                .isEqualTo(HEAD + "<Error><Code>NoSuchKey</Code></Error>");
        assertThat(XmlWriter.element("LocationConstraint", "eu"))
                .isEqualTo(HEAD + "<LocationConstraint xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">eu"
                        + "</LocationConstraint>");
        assertThat(XmlWriter.plain("G")
                        .openTyped("Grantee", "CanonicalUser")
                        .close()
                        .end())
                .contains("<Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                        + " xsi:type=\"CanonicalUser\"></Grantee>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "a<b>&\"c'       | a&lt;b&gt;&amp;&quot;c'",
                "]]>             | ]]&gt;",
                "ä€🐈            | ä€🐈",
                "#a\u0001b#      | a&#x1;b",
                "#a\rb#          | a&#xd;b",
                "#a\u007fb#      | a&#x7f;b",
                "#a\uffffb#      | a&#xffff;b",
                "<script>        | &lt;script&gt;"
            })
    void key_ofAnyCharacters_staysInItsElement(String key, String written) {
        assertThat(XmlWriter.plain("K").text("Key", key).end()).isEqualTo(HEAD + "<K><Key>" + written + "</Key></K>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a<b>&\"c'", "ä€🐈", "two\nlines\tand a tab", "", " blanks "})
    void text_writtenAndRead_isTheSame(String text) {
        Element root = read(XmlWriter.document("A").text("B", text).end());
        assertThat(root.require("B")).isEqualTo(text);
    }

    @Test
    void document_isRead_withoutNamespacesCommentsAndInstructions() {
        Element root = read("<?xml version='1.0'?><!-- c --><x:A xmlns:x='urn:any' a='1'><?p?><B>1<!-- c -->2</B>"
                + "<x:B><![CDATA[<3>]]></x:B><C/></x:A><!-- end -->");
        assertThat(root.name()).isEqualTo("A");
        assertThat(root.all("B").map(Element::text)).containsExactly("12", "<3>");
        assertThat(root.textOf("C")).hasValue("");
        assertThat(root.textOf("D")).isEmpty();
        assertThat(catchThrowableOfType(S3Exception.class, () -> root.require("D"))
                        .error())
                .isEqualTo(S3Error.MALFORMED_XML);
    }

    @Test
    void root_ofAnotherName_isMalformed() {
        byte[] xml = "<A/>".getBytes(StandardCharsets.UTF_8);
        assertThat(XmlReader.read(xml, "A").children()).isEmpty();
        assertThat(catchThrowableOfType(S3Exception.class, () -> XmlReader.read(xml, "B"))
                        .error())
                .isEqualTo(S3Error.MALFORMED_XML);
    }

    /** Entities could read files of the gateway, or grow to gigabytes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "text",
                "<A>",
                "<A></B>",
                "<A/><B/>",
                "<A a=1/>",
                "<A>&lt</A>",
                "<A>&unknown;</A>",
                "<!DOCTYPE A><A/>",
                "<!DOCTYPE A [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><A>&e;</A>",
                "<!DOCTYPE A [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]><A>&b;</A>",
                "<?xml version='1.0' encoding='no-such-charset'?><A/>",
                "{\"A\": 1}"
            })
    void document_thatIsNone_orMayBeDangerous_isMalformed(String xml) {
        assertThat(refusal(xml.getBytes(StandardCharsets.UTF_8))).isEqualTo(S3Error.MALFORMED_XML);
    }

    /** Any caller can send them, and the log has a form of its own. */
    @Test
    void bytes_thatAreNoText_areMalformed_andNothingIsPrinted() {
        PrintStream stderr = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(refusal(new byte[] {'<', 'A', '>', (byte) 0xc3, '(', '<', '/', 'A', '>'}))
                    .isEqualTo(S3Error.MALFORMED_XML);
        } finally {
            System.setErr(stderr);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void bytes_thatAreNoText_areMalformed() {
        assertThat(refusal(new byte[] {'<', 'A', '>', (byte) 0xff, (byte) 0xfe, '<', '/', 'A', '>'}))
                .isEqualTo(S3Error.MALFORMED_XML);
        assertThat(refusal(new byte[1_000])).isEqualTo(S3Error.MALFORMED_XML);
    }

    @Test
    void depth_isBounded() {
        assertThat(read("<A>".repeat(16) + "</A>".repeat(16)).name()).isEqualTo("A");
        assertThat(refusal(("<A>".repeat(17) + "</A>".repeat(17)).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(S3Error.MALFORMED_XML);
        assertThat(refusal("<A>".repeat(100_000).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(S3Error.MALFORMED_XML);
    }
}
