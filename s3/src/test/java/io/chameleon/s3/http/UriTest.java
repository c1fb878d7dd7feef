package io.chameleon.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of a request's head: what is coded, what is not, and what nobody may send. */
class UriTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##             | ##    | ##",
                "a b            | a b   | a b",
                "a+b            | a+b   | a b",
                "a%20b          | a b   | a b",
                "a%2Bb          | a+b   | a+b",
                "%2f%2F         | //    | //",
                "%E2%82%AC      | €     | €",
                "%f0%9f%90%88   | 🐈    | 🐈",
                "%25            | %     | %",
                "100%2525       | 100%25 | 100%25"
            })
    void text_isDecodedOnce_andAPlusIsASpaceInFormsAlone(String text, String inPath, String inForm) {
        assertThat(Percent.decode(text)).isEqualTo(inPath);
        assertThat(Percent.decodeForm(text)).isEqualTo(inForm);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%", "a%", "%4", "%4x", "%x4", "%%20", "%C3", "%FF", "%C0%AF", "%ED%A0%80", "%F5%80%80%80", "ä"})
    void text_thatIsNoCodedUtf8_isRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Percent.decode(text));
        assertThatIllegalArgumentException().isThrownBy(() -> Percent.decodeForm(text));
    }

    @Test
    void anyText_codedAndDecoded_isTheSame() {
        String all = "az AZ09-_.~/!*'();:@&=+$,?#[]%\"<>\\^`{|}\u0001\u007fäß€🐈";
        assertThat(Percent.encode(all)).matches("[A-Za-z0-9._~/%-]+").doesNotContain(" ", "+");
        assertThat(Percent.decode(Percent.encode(all))).isEqualTo(all);
        assertThat(Percent.decode("a%00b")).isEqualTo("a\0b");
        assertThat(Percent.encode("a/b c~d")).isEqualTo("a/b%20c~d");
    }

    @Test
    void parameters_areInTheirOrder_andTheFirstOfANameCounts() {
        Query query = Query.parse("a=1&b&c=&&=x&a=2&d=x=y&e%20f=%3D&g=h+i");
        assertThat(query.parameters())
                .containsExactly(
                        new Query.Parameter("a", "1"),
                        new Query.Parameter("b", ""),
                        new Query.Parameter("c", ""),
                        new Query.Parameter("", "x"),
                        new Query.Parameter("a", "2"),
                        new Query.Parameter("d", "x=y"),
                        new Query.Parameter("e f", "="),
                        new Query.Parameter("g", "h i"));
        assertThat(query.get("a")).isEqualTo("1");
        assertThat(query.has("b")).isTrue();
        assertThat(query.has("z")).isFalse();
        assertThat(query.get("z", "none")).isEqualTo("none");
        assertThat(query.find("z")).isEmpty();
        assertThat(Query.parse("").parameters()).isEmpty();
        assertThat(Query.parse("&&&").parameters()).isEmpty();
    }

    @Test
    void parameters_areAThousandAtMost() {
        assertThat(Query.parse("a&".repeat(1_000)).parameters()).hasSize(1_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Query.parse("a&".repeat(1_001)))
                .withMessage("more than 1000 parameters");
        assertThatIllegalArgumentException().isThrownBy(() -> Query.parse("a=%ZZ"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "/b/k?acl             | /b/k | acl",
                "/b/k                 | /b/k | ##",
                "/b/k?                | /b/k | ##",
                "/b/k?a=1?b           | /b/k | a=1?b",
                "http://h:1/b/k?x=1   | /b/k | x=1",
                "https://h/b//k       | /b//k | ##",
                "http://h             | /    | ##",
                "/b/http://x          | /b/http://x | ##",
                "/b/%2e%2e/k          | /b/%2e%2e/k | ##"
            })
    void target_isPathAndQuery_alsoInTheFormThatProxiesGet(String uri, String path, String query) {
        S3Request request = Requests.of("GET", uri);
        assertThat(request.rawPath()).isEqualTo(path);
        assertThat(request.rawQuery()).isEqualTo(query);
        assertThat(request.uri()).as("signatures are over what was sent").isEqualTo(uri);
    }

    @Test
    void headers_areFoundInAnyCase_andTheirBytesAreUtf8() {
        S3Request request = Requests.of(
                "PUT", "/b/k", "X-Amz-Meta-A", "1", "x-amz-meta-a", "2", "x-amz-meta-b", "\u00c3\u00a4", "Host", "h");
        assertThat(request.header("x-AMZ-meta-A")).isEqualTo("1");
        assertThat(request.headers("x-amz-meta-a")).containsExactly("1", "2");
        assertThat(request.header("x-amz-meta-b")).isEqualTo("ä");
        assertThat(request.header("none")).isNull();
        assertThat(request.headers())
                .isEqualTo(
                        Map.of("x-amz-meta-a", List.of("1", "2"), "x-amz-meta-b", List.of("ä"), "host", List.of("h")));
        assertThat(request.isHead()).isFalse();
        assertThat(Requests.of("HEAD", "/").isHead()).isTrue();
    }

    @Test
    void date_isWrittenAsHeadersAndDocumentsHaveIt() {
        Instant time = Instant.parse("2026-11-04T03:02:01.999Z");
        assertThat(HttpDates.header(time)).isEqualTo("Wed, 04 Nov 2026 03:02:01 GMT");
        assertThat(HttpDates.document(time)).isEqualTo("2026-11-04T03:02:01.999Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Wed, 04 Nov 2026 03:02:01 GMT",
                "Wed, 4 Nov 2026 03:02:01 GMT",
                " Wed, 04 Nov 2026 03:02:01 GMT ",
                "Wed, 04 Nov 2026 04:02:01 +0100",
                "Wednesday, 04-Nov-26 03:02:01 GMT",
                "Wed Nov  4 03:02:01 2026",
                "2026-11-04T03:02:01Z",
                "2026-11-04T03:02:01.999Z"
            })
    void date_isRead_inEachFormThatClientsSend(String text) {
        assertThat(HttpDates.parse(text)).isEqualTo("2026-11-04T03:02:01Z");
    }

    /** RFC 9110, 5.6.7: its own example. */
    @Test
    void yearOfTwoDigits_isNotFarInTheFuture() {
        assertThat(HttpDates.parse("Sunday, 06-Nov-94 08:49:37 GMT")).isEqualTo("1994-11-06T08:49:37Z");
    }

    /** HTTP passes over such a header, as if it were not there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "0",
                "1793761321",
                "Thu, 04 Nov 2026 03:02:01 GMT",
                "Wed, 32 Nov 2026 03:02:01 GMT",
                "Mit, 04 Nov 2026 03:02:01 GMT",
                "2026-11-04"
            })
    void date_thatIsNone_isNone(String text) {
        assertThat(HttpDates.parse(text)).isNull();
    }
}
