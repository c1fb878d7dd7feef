package io.chameleon.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of signatures, before anything is computed. */
class CredentialTextsTest {
    private static final String GOOD = "AWS4-HMAC-SHA256 Credential=AK/20260301/us-east-1/s3/aws4_request,"
            + " SignedHeaders=host;x-amz-date, Signature=abc";

    @Test
    void header_hasThreeFields_inAnyOrder_withOrWithoutBlanks() {
        AuthorizationHeader expected =
                new AuthorizationHeader("AK/20260301/us-east-1/s3/aws4_request", "host;x-amz-date", "abc");
        assertThat(AuthorizationHeader.parse(GOOD)).isEqualTo(expected);
        assertThat(AuthorizationHeader.parse(GOOD.replace(", ", ","))).isEqualTo(expected);
        assertThat(AuthorizationHeader.parse("AWS4-HMAC-SHA256 Signature=abc,SignedHeaders=host;x-amz-date,"
                        + "Credential=AK/20260301/us-east-1/s3/aws4_request"))
                .isEqualTo(expected);
        assertThat(AuthorizationHeader.parse(GOOD.replace("Signature=abc", "Signature=a=b"))
                        .signature())
                .isEqualTo("a=b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Credential=    | Credentials= | it has more than Credential, SignedHeaders and Signature.",
                "Signature=abc  | Signature=abc, Extra=1 | it has more than",
                "Signature=abc  | Signature=abc, Signature=abc | Signature is given twice.",
                "Signature=abc  | Signature= | Signature is missing.",
                ", Signature=abc | , | it has more than",
                ", SignedHeaders=host;x-amz-date | , signedheaders=host | it has more than"
            })
    void header_ofOtherFields_isMalformed(String from, String to, String reason) {
        S3Exception refusal =
                catchThrowableOfType(S3Exception.class, () -> AuthorizationHeader.parse(GOOD.replace(from, to)));
        assertThat(refusal.error()).isEqualTo(S3Error.AUTHORIZATION_HEADER_MALFORMED);
        assertThat(refusal.message())
                .startsWith("The authorization header is malformed; ")
                .contains(reason);
    }

    @Test
    void header_withoutAField_namesIt() {
        for (String field :
                new String[] {"SignedHeaders=host;x-amz-date, ", "Credential=AK/20260301/us-east-1/s3/aws4_request, "
                }) {
            S3Exception refusal = catchThrowableOfType(
                    S3Exception.class, () -> AuthorizationHeader.parse(GOOD.replace(field.strip(), "")));
            assertThat(refusal.message())
                    .contains("requires three components")
                    .endsWith(field.substring(0, field.indexOf('=')) + " is missing.");
        }
    }

    @Test
    void time_isWrittenAndRead() {
        Instant time = Instant.parse("2026-03-01T12:34:56Z");
        assertThat(AmzDate.format(time)).isEqualTo("20260301T123456Z");
        assertThat(AmzDate.parse("20260301T123456Z")).isEqualTo(time);
        assertThat(AmzDate.day("20260301T123456Z")).isEqualTo("20260301");
        assertThat(AmzDate.parseDateHeader("20260301T123456Z")).isEqualTo(time);
        assertThat(AmzDate.parseDateHeader("Sun, 01 Mar 2026 12:34:56 GMT")).isEqualTo(time);
        assertThat(AmzDate.parse("Sun, 01 Mar 2026 12:34:56 GMT")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "20260301",
                "20260301T123456",
                "20260301T1234Z",
                "2026-03-01T12:34:56Z",
                "20260230T123456Z",
                "20261301T123456Z",
                "20260301T246000Z",
                "+20260301T123456Z",
                "20260301t123456z",
                "٢٠٢٦0301T123456Z"
            })
    void time_thatIsNone_isNone(String text) {
        assertThat(AmzDate.parse(text)).isNull();
        assertThat(AmzDate.parseDateHeader(text)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "key, user/, user/cat, true",
        "key, user/, User/cat, false",
        "key, '', anything, true",
        "content-type, image/, image/png, true",
        "content-type, image/, 'image/png, image/gif', true",
        "content-type, image/, 'image/png,text/html', false",
        "content-type, image/, '', false"
    })
    void field_startsAsItsConditionSays(String field, String start, String value, boolean holds) {
        PostCondition condition = new PostCondition.StartsWith(field, start);
        assertThat(condition.holds(Map.of(field, value))).isEqualTo(holds);
        assertThat(condition.holds(Map.of())).as("absent").isEqualTo(start.isEmpty());
        assertThat(condition).hasToString("[\"starts-with\", \"$" + field + "\", \"" + start + "\"]");
    }

    @Test
    void field_thatMustBeEqual_isSoInEveryLetter() {
        PostCondition condition = new PostCondition.Equal("acl", "private");
        assertThat(condition.holds(Map.of("acl", "private"))).isTrue();
        assertThat(condition.holds(Map.of("acl", "Private"))).isFalse();
        assertThat(condition.holds(Map.of())).isFalse();
        assertThat(condition).hasToString("[\"eq\", \"$acl\", \"private\"]");
    }
}
