package io.chameleon.lab.chaos.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an answer says happened. One that is taken for more than it says hides a lost write, or makes one up. */
class S3AnswerTest {
    private static S3Answer answer(int status, String code) {
        String body = code.isEmpty() ? "" : "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code></Error>";
        return new S3Answer(status, Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "200, '',                 done",
        "204, '',                 done",
        "206, '',                 done",
        "404, NoSuchKey,          missing",
        "404, NoSuchVersion,      missing",
        "404, NoSuchBucket,       unexpected",
        "404, NoSuchUpload,       unexpected",
        "404, '',                 unexpected",
        "410, NoSuchKey,          unexpected",
        "412, PreconditionFailed, refused",
        "500, InternalError,      unknown",
        "500, '',                 unknown",
        "503, SlowDown,           unknown",
        "503, ServiceUnavailable, unknown",
        "409, OperationAborted,   unknown",
        "400, RequestTimeout,     unknown",
        "409, BucketNotEmpty,     unexpected",
        "400, BadDigest,          unexpected",
        "403, AccessDenied,       unexpected",
        "405, MethodNotAllowed,   unexpected",
        "501, NotImplemented,     unexpected",
        "301, '',                 unexpected",
    })
    void status_andCode_sayWhatHappened(int status, String code, String meaning) {
        S3Answer answer = answer(status, code);
        assertThat(answer.isDone()).isEqualTo(meaning.equals("done"));
        assertThat(answer.isMissing()).isEqualTo(meaning.equals("missing"));
        assertThat(answer.isRefused())
                .as("a condition on an object that is not there does not hold either")
                .isEqualTo(meaning.equals("missing") || meaning.equals("refused"));
        assertThat(answer.isNoAnswer()).isEqualTo(meaning.equals("unknown"));
    }

    @Test
    void code_isThatOfAnError() {
        assertThat(answer(404, "NoSuchKey").code()).isEqualTo("NoSuchKey");
        assertThat(answer(404, "").code()).isEmpty();
        assertThat(answer(200, "NoSuchKey").code())
                .as("an object may hold anything")
                .isEmpty();
    }

    @Test
    void headers_areEmptyIfNotThere_andTagsAreWithoutQuotes() {
        Map<String, String> headers = new HashMap<>(Map.of("etag", "\"0cc1\"", "x-amz-version-id", "v7"));
        S3Answer answer = new S3Answer(200, headers, "text".getBytes(StandardCharsets.UTF_8));
        assertThat(answer.entityTag()).isEqualTo("0cc1");
        assertThat(answer.header("x-amz-version-id")).isEqualTo("v7");
        assertThat(answer.header("content-type")).isEmpty();
        assertThat(answer.text()).isEqualTo("text");
        assertThat(answer(200, "").entityTag()).isEmpty();
    }

    @Test
    void unexpectedAnswer_isToldWithItsRequest() {
        S3Request request = S3Request.of("PUT", "/b/k").with("partNumber", "2").with("uploadId", "a b");
        assertThat(new UnexpectedException(request.describe(), answer(404, "NoSuchUpload")))
                .hasMessage("PUT /b/k?partNumber=2&uploadId=a%20b is answered with 404 NoSuchUpload");
    }

    /** They are signed as they are sent, in the order of their names. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prefix | kept-00001 | prefix=kept-00001&versions=",
                "prefix | a b        | prefix=a%20b&versions=",
                "prefix | a+b        | prefix=a%2Bb&versions=",
                "prefix | a*b/c      | prefix=a%2Ab%2Fc&versions=",
                "zone   | ü&=        | versions=&zone=%C3%BC%26%3D",
            })
    void query_isCodedAndInOrder(String parameter, String value, String text) {
        S3Request request = S3Request.of("GET", "/b").with("versions", "").with(parameter, value);
        assertThat(request.queryText()).isEqualTo(text);
        assertThat(request.describe()).isEqualTo("GET /b?" + text);
    }

    @Test
    void requestIsMadeStepByStep_eachStepAnother() {
        S3Request plain = S3Request.of("PUT", "/b/k");
        S3Request whole =
                plain.with("versionId", "v1").with(Map.of("If-Match", "tag")).with("text");
        assertThat(whole.headers()).isEqualTo(Map.of("If-Match", "tag"));
        assertThat(whole.query()).isEqualTo(Map.of("versionId", "v1"));
        assertThat(whole.body()).isEqualTo("text".getBytes(StandardCharsets.UTF_8));
        assertThat(plain.query()).isEmpty();
        assertThat(plain.headers()).isEmpty();
        assertThat(plain.body()).isEmpty();
        assertThat(plain.describe()).isEqualTo("PUT /b/k");
    }
}
