package io.chameleon.s3.cors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorsRulesTest {
    private static CorsRules rules(String... rules) {
        String xml = "<CORSConfiguration><CORSRule>" + String.join("</CORSRule><CORSRule>", rules)
                + "</CORSRule></CORSConfiguration>";
        return CorsRules.parse(XmlReader.read(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static String rule(String method, String origin) {
        return "<AllowedMethod>" + method + "</AllowedMethod><AllowedOrigin>" + origin + "</AllowedOrigin>";
    }

    @ParameterizedTest
    @CsvSource({
        "foo.suffix, GET, true",
        "foo.bar, GET, false",
        "foo.suffix.get, GET, false",
        "startend, GET, true",
        "start1end, GET, true",
        "start1end2, GET, false",
        "0start12end, GET, false",
        "prefix.suffix, GET, true",
        "bla.prefix, GET, false",
        "foo.put, GET, false",
        "foo.put, PUT, true",
        "foo.suffix, PUT, false",
    })
    void origin_isMatchedWithOneStar(String origin, String method, boolean allowed) {
        CorsRules rules =
                rules(rule("GET", "*suffix"), rule("GET", "start*end"), rule("GET", "prefix*"), rule("PUT", "*.put"));
        CorsGrant grant = rules.match(origin, method, null);
        assertThat(grant != null).isEqualTo(allowed);
        if (grant != null) {
            assertThat(grant.responseHeaders())
                    .containsEntry("Access-Control-Allow-Origin", origin)
                    .containsEntry("Access-Control-Allow-Methods", method)
                    .containsEntry("Access-Control-Allow-Credentials", "true");
        }
    }

    @Test
    void headers_thatABrowserAsksFor_mustAllBeAllowed() {
        CorsRules rules = rules(rule("PUT", "*")
                + "<AllowedHeader>x-amz-*</AllowedHeader><AllowedHeader>Content-Type</AllowedHeader>"
                + "<ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>600</MaxAgeSeconds>");
        CorsGrant grant = Objects.requireNonNull(rules.match("https://a.example", "PUT", "X-Amz-Date, content-type"));
        assertThat(grant.responseHeaders())
                .containsEntry("Access-Control-Allow-Origin", "*")
                .containsEntry("Access-Control-Allow-Headers", "X-Amz-Date, content-type")
                .containsEntry("Access-Control-Expose-Headers", "ETag")
                .containsEntry("Access-Control-Max-Age", "600")
                .doesNotContainKey("Access-Control-Allow-Credentials");
        assertThat(rules.match("https://a.example", "PUT", "X-Amz-Date, X-Other"))
                .isNull();
    }

    @Test
    void document_readAgain_isTheSame() {
        CorsRules rules =
                rules(rule("GET", "*") + "<ID>one</ID><MaxAgeSeconds>0</MaxAgeSeconds>", rule("PUT", "a&lt;b"));
        assertThat(CorsRules.parse(XmlReader.read(rules.document().getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(rules);
    }

    @ParameterizedTest
    @CsvSource({
        "<AllowedMethod>GET</AllowedMethod>, MALFORMED_XML",
        "<AllowedOrigin>*</AllowedOrigin>, MALFORMED_XML",
        "<AllowedMethod>PATCH</AllowedMethod><AllowedOrigin>*</AllowedOrigin>, INVALID_REQUEST",
        "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*.a.*</AllowedOrigin>, INVALID_REQUEST",
        "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><MaxAgeSeconds>x</MaxAgeSeconds>,"
                + " MALFORMED_XML",
        "<AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><ExposeHeader>a&#10;b</ExposeHeader>,"
                + " INVALID_REQUEST",
    })
    void rule_thatIsNone_isRefused(String rule, S3Error error) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> rules(rule));
        assertThat(refusal.error()).isEqualTo(error);
    }
}
