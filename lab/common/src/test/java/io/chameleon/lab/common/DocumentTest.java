package io.chameleon.lab.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One report in two forms. */
class DocumentTest {
    private static Document report() {
        return new Document("Wear & tear")
                .paragraph("With `--gc fifo` it is **worse**.")
                .heading(2, "Numbers")
                .table(List.of("policy", "erases"), List.of(List.of("none", "5"), List.of("a|b", "<6")))
                .picture("wear.png", "wear per server");
    }

    @Test
    void markdown_hasABlockAfterTheOther() {
        assertThat(report().markdown()).isEqualTo("""
                        # Wear & tear

                        With `--gc fifo` it is **worse**.

                        ## Numbers

                        | policy | erases |
                        | --- | --- |
                        | none | 5 |
                        | a\\|b | <6 |

                        ![wear per server](wear.png)
                        """);
    }

    @Test
    void html_isAPageOfItsOwn() {
        assertThat(report().html())
                .startsWith("<!doctype html>")
                .contains("<title>Wear &amp; tear</title>", "<h1>Wear &amp; tear</h1>")
                .contains("<p>With <code>--gc fifo</code> it is <strong>worse</strong>.</p>")
                .contains("<h2>Numbers</h2>")
                .contains("<tr><th>policy</th><th>erases</th></tr>\n<tr><td>none</td><td>5</td></tr>")
                .contains("<tr><td>a|b</td><td>&lt;6</td></tr>\n</table>")
                .contains("<img src=\"wear.png\" alt=\"wear per server\">")
                .endsWith("</body></html>\n");
    }

    /** File names and messages come from outside. */
    @ParameterizedTest
    @CsvSource({
        "<script>, &lt;script&gt;",
        "a & b, a &amp; b",
        "say \"no\", say &quot;no&quot;",
        "&lt;, &amp;lt;",
        "`<b>`, <code>&lt;b&gt;</code>"
    })
    void html_ofTextThatLooksLikeHtml_showsTheText(String text, String html) {
        assertThat(new Document("t").paragraph(text).html()).contains("<p>" + html + "</p>");
        assertThat(new Document("t").table(List.of("h"), List.of(List.of(text))).html())
                .contains("<td>" + html + "</td>");
    }

    @Test
    void pictureWithAQuoteInItsCaption_staysOneElement() {
        assertThat(new Document("t").picture("a.png", "\"a\" & b").html())
                .contains("<img src=\"a.png\" alt=\"&quot;a&quot; &amp; b\">");
    }

    /** The title of a part is that of its own page. */
    @Test
    void append_addsAllButTheOthersTitle() {
        Document whole = new Document("whole").paragraph("one").append(new Document("part").paragraph("two"));
        assertThat(whole.markdown()).isEqualTo("# whole\n\none\n\ntwo\n");
        assertThat(whole.html()).doesNotContain("part");
    }

    @Test
    void table_doesNotChangeWithTheListItWasMadeOf() {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("1")));
        Document document = new Document("t").table(List.of("h"), rows);
        rows.add(List.of("2"));
        assertThat(document.markdown()).endsWith("| h |\n| --- |\n| 1 |\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '/',
            quoteCharacter = '~',
            value = {"plain/plain", "a,b/\"a,b\"", "a\"b/\"a\"\"b\"", "a b;c/a b;c", "\"/\"\"\"\""})
    void csvCell_isQuotedOnlyIfItMustBe(String cell, String expected) {
        assertThat(Csv.of(List.of(List.of(cell, "x")))).isEqualTo(expected + ",x\n");
    }

    @Test
    void csvCell_withALineBreak_isOneCell() {
        assertThat(Csv.of(List.of(List.of("a\nb", "c\rd"), List.of("", "e")))).isEqualTo("\"a\nb\",\"c\rd\"\n,e\n");
        assertThat(Csv.of(List.of())).isEmpty();
    }
}
