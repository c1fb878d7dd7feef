package io.chameleon.s3.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.http.Requests;
import io.chameleon.s3.http.S3Request;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which operation a request asks for, and of what. A wrong answer here asks for the wrong permission. */
class RouterTest {
    private static final List<String> DOMAINS = List.of("s3.example.org", "internal");

    private static Operation route(String method, String uri, String... headers) {
        S3Request request = Requests.of(method, uri, headers);
        return Router.route(request, Target.of(request, DOMAINS));
    }

    private static S3Exception refusal(String method, String uri, String... headers) {
        return catchThrowableOfType(S3Exception.class, () -> route(method, uri, headers));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, LIST_BUCKETS",
        "PUT, /b, CREATE_BUCKET",
        "PUT, /b/, CREATE_BUCKET",
        "HEAD, /b, HEAD_BUCKET",
        "DELETE, /b, DELETE_BUCKET",
        "GET, /b, LIST_OBJECTS",
        "GET, /b?list-type=1, LIST_OBJECTS",
        "GET, /b?list-type=2, LIST_OBJECTS_V2",
        "GET, /b?list-type=2&prefix=acl, LIST_OBJECTS_V2",
        "GET, /b?prefix=policy, LIST_OBJECTS",
        "POST, /b, POST_OBJECT",
        "POST, /b?delete, DELETE_OBJECTS",
        "GET, /b?location, GET_BUCKET_LOCATION",
        "GET, /b?versioning, GET_BUCKET_VERSIONING",
        "PUT, /b?versioning, PUT_BUCKET_VERSIONING",
        "GET, /b?versions, LIST_OBJECT_VERSIONS",
        "GET, /b?uploads, LIST_MULTIPART_UPLOADS",
        "GET, /b?acl, GET_BUCKET_ACL",
        "PUT, /b?acl, PUT_BUCKET_ACL",
        "GET, /b?tagging, GET_BUCKET_TAGGING",
        "PUT, /b?tagging, PUT_BUCKET_TAGGING",
        "DELETE, /b?tagging, DELETE_BUCKET_TAGGING",
        "GET, /b?cors, GET_BUCKET_CORS",
        "DELETE, /b?cors, DELETE_BUCKET_CORS",
        "PUT, /b?lifecycle, PUT_BUCKET_LIFECYCLE",
        "DELETE, /b?lifecycle, DELETE_BUCKET_LIFECYCLE",
        "PUT, /b?policy, PUT_BUCKET_POLICY",
        "DELETE, /b?policy, DELETE_BUCKET_POLICY",
        "GET, /b?policyStatus, GET_BUCKET_POLICY_STATUS",
        "PUT, /b?publicAccessBlock, PUT_PUBLIC_ACCESS_BLOCK",
        "GET, /b?encryption, GET_BUCKET_UNSET",
        "PUT, /b?encryption, PUT_BUCKET_UNSUPPORTED",
        "DELETE, /b?website, DELETE_BUCKET_UNSET",
        "GET, /b?object-lock, GET_BUCKET_UNSET",
        "DELETE, /b?metadataTable, DELETE_BUCKET_UNSET",
        "DELETE, /b?metadataConfiguration, DELETE_BUCKET_UNSET",
        "PUT, /b?metadataJournalTable, PUT_BUCKET_UNSUPPORTED",
        "PUT, /b?metadataInventoryTable, PUT_BUCKET_UNSUPPORTED",
        "PUT, /b?abac, PUT_BUCKET_UNSUPPORTED",
        "GET, /b?session, GET_BUCKET_UNSET",
        "DELETE, /b?encryption, DELETE_BUCKET_UNSET",
        "GET, /b?ownershipControls, GET_BUCKET_OWNERSHIP_CONTROLS",
        "PUT, /b?ownershipControls, PUT_BUCKET_OWNERSHIP_CONTROLS",
        "DELETE, /b?ownershipControls, DELETE_BUCKET_OWNERSHIP_CONTROLS",
        "GET, /b/k, GET_OBJECT",
        "GET, /b/k?versionId=x, GET_OBJECT",
        "GET, /b/k?partNumber=1, GET_OBJECT",
        "HEAD, /b/k, HEAD_OBJECT",
        "PUT, /b/k, PUT_OBJECT",
        "DELETE, /b/k, DELETE_OBJECT",
        "GET, /b/k?acl, GET_OBJECT_ACL",
        "PUT, /b/k?acl, PUT_OBJECT_ACL",
        "GET, /b/k?tagging, GET_OBJECT_TAGGING",
        "PUT, /b/k?tagging, PUT_OBJECT_TAGGING",
        "DELETE, /b/k?tagging, DELETE_OBJECT_TAGGING",
        "GET, /b/k?attributes, GET_OBJECT_ATTRIBUTES",
        "POST, /b/k?uploads, CREATE_MULTIPART_UPLOAD",
        "PUT, /b/k?uploadId=u&partNumber=1, UPLOAD_PART",
        "POST, /b/k?uploadId=u, COMPLETE_MULTIPART_UPLOAD",
        "DELETE, /b/k?uploadId=u, ABORT_MULTIPART_UPLOAD",
        "GET, /b/k?uploadId=u, LIST_PARTS",
        "GET, /b/k?torrent, OBJECT_UNSUPPORTED",
        "POST, /b/k?select&select-type=2, OBJECT_UNSUPPORTED",
        "PUT, /b/k?legal-hold, OBJECT_UNSUPPORTED",
        "PUT, /b/k?encryption, OBJECT_UNSUPPORTED",
        "OPTIONS, /b/k, PREFLIGHT",
        "OPTIONS, /, PREFLIGHT"
    })
    void request_isForOneOperation(String method, String uri, Operation operation) {
        assertThat(route(method, uri)).isEqualTo(operation);
    }

    @Test
    void copy_isAWriteWithASource_andNothingElse() {
        String source = "x-amz-copy-source";
        assertThat(route("PUT", "/b/k", source, "/a/x")).isEqualTo(Operation.COPY_OBJECT);
        assertThat(route("PUT", "/b/k?uploadId=u", source, "/a/x")).isEqualTo(Operation.UPLOAD_PART_COPY);
        assertThat(route("GET", "/b/k", source, "/a/x")).isEqualTo(Operation.GET_OBJECT);
        assertThat(route("PUT", "/b/k?acl", source, "/a/x")).isEqualTo(Operation.PUT_OBJECT_ACL);
        assertThat(route("PUT", "/b", source, "/a/x")).isEqualTo(Operation.CREATE_BUCKET);
    }

    /** The client means a part: taken for an object, it would replace all of it. */
    @ParameterizedTest
    @CsvSource({"/b/k?partNumber=3, 3", "/b/k?partNumber, ''", "/b/k?partNumber=3&x-id=UploadPart, 3"})
    void part_ofNoUpload_isRefused_andIsNoObject(String uri, String number) {
        for (String[] headers : new String[][] {{}, {"x-amz-copy-source", "/a/x"}}) {
            S3Exception refusal = refusal("PUT", uri, headers);
            assertThat(refusal.error()).isEqualTo(S3Error.INVALID_ARGUMENT);
            assertThat(refusal.message()).isEqualTo("A part number needs the uploadId of its multipart upload");
            assertThat(refusal.details())
                    .containsEntry("ArgumentName", "partNumber")
                    .containsEntry("ArgumentValue", number);
        }
    }

    /** Whose part number is then asked for. */
    @ParameterizedTest
    @ValueSource(strings = {"/b/k?uploadId=u", "/b/k?uploadId", "/b/k?uploadId="})
    void upload_withoutAPartNumber_isNeverAnObject(String uri) {
        assertThat(route("PUT", uri)).isEqualTo(Operation.UPLOAD_PART);
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /, SERVICE",
        "DELETE, /, SERVICE",
        "HEAD, /, SERVICE",
        "PATCH, /b, BUCKET",
        "PUT, /b?versions, BUCKET",
        "DELETE, /b?acl, BUCKET",
        "GET, /b?delete, BUCKET",
        "HEAD, /b?policy, BUCKET",
        "POST, /b/k, OBJECT",
        "GET, /b/k?uploads, OBJECT",
        "HEAD, /b/k?uploadId=u, OBJECT",
        "DELETE, /b/k?acl, OBJECT",
        "TRACE, /b/k, OBJECT"
    })
    void method_thatMeansNothingThere_isNotAllowed(String method, String uri, String kind) {
        S3Exception refusal = refusal(method, uri);
        assertThat(refusal.error()).isEqualTo(S3Error.METHOD_NOT_ALLOWED);
        assertThat(refusal.details()).containsEntry("ResourceType", kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/?Action=AssumeRole&Version=2011-06-15"})
    void otherServiceOfAmazon_isNotImplemented(String uri) {
        assertThat(refusal("POST", uri).error()).isEqualTo(S3Error.NOT_IMPLEMENTED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "/                  | h                        | ##      | ##",
                "/photos            | h                        | photos  | ##",
                "/photos/           | h                        | photos  | ##",
                "/photos/a/b        | h                        | photos  | a/b",
                "/photos//a         | h                        | photos  | /a",
                "/photos/../x       | h                        | photos  | ../x",
                "/photos/%2E%2E%2fx | h                        | photos  | ../x",
                "/photos%2Fx        | h                        | photos  | x",
                "//x                | h                        | ##      | x",
                "/a/b               | photos.s3.example.org    | photos  | a/b",
                "/                  | photos.s3.example.org    | photos  | ##",
                "/a                 | PHOTOS.S3.Example.ORG:80 | photos  | a",
                "/a                 | my.photos.internal       | my.photos | a",
                "/photos/a          | s3.example.org           | photos  | a",
                "/photos/a          | xs3.example.org          | photos  | a",
                "/photos/a          | [::1]:80                 | photos  | a",
                "/photos/a%20b+c    | h                        | photos  | a b+c"
            })
    void bucket_isNamedByThePath_orByTheHostBelowADomain(String uri, String host, String bucket, String key) {
        assertThat(Target.of(Requests.of("GET", uri, "Host", host), DOMAINS)).isEqualTo(new Target(bucket, key));
    }

    /** A client whose endpoint ends in a slash must not take the list of buckets for its object. */
    @ParameterizedTest
    @CsvSource({"GET, //photos/a", "HEAD, //photos/a", "PUT, //photos", "DELETE, //photos/a", "POST, //photos/a?uploads"
    })
    void pathWithoutABucket_isNotTheService(String method, String uri) {
        assertThat(refusal(method, uri).error()).isEqualTo(S3Error.INVALID_URI);
    }

    @Test
    void requestWithoutAHost_isByPath() {
        assertThat(Target.of(Requests.of("GET", "/photos/a"), DOMAINS)).isEqualTo(new Target("photos", "a"));
    }

    @ParameterizedTest
    @CsvSource({
        "b/k, INVALID_URI",
        "/b/%zz, INVALID_URI",
        "/b/%FF, INVALID_URI",
        "/b/a%00b, INVALID_URI",
        "*, INVALID_URI"
    })
    void uri_thatNamesNothing_isRefused(String uri, S3Error error) {
        assertThat(refusal("GET", uri).error()).isEqualTo(error);
    }

    @Test
    void key_isAtMost1024BytesOfUtf8() {
        assertThat(route("GET", "/b/" + "%C3%A4".repeat(512))).isEqualTo(Operation.GET_OBJECT);
        assertThat(refusal("GET", "/b/" + "%C3%A4".repeat(512) + "x").error()).isEqualTo(S3Error.KEY_TOO_LONG);
    }

    @Test
    void everyOperation_hasANameOfItsOwn() {
        assertThat(Arrays.stream(Operation.values()).map(Operation::label))
                .doesNotHaveDuplicates()
                .allMatch(label -> label.matches("[A-Z][A-Za-z0-9]+"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "0001000, 1000", "2147483648, 2147483647", "999999999999999999, 2147483647"})
    void number_isReadFromZeroOn_andALargerOneIsTheLargest(String text, int number) {
        assertThat(Arguments.number(Query.parse("max-keys=" + text), "max-keys", 5))
                .isEqualTo(number);
        assertThat(Arguments.number(Query.parse("max-keys="), "max-keys", 5)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "%2B1", "1.5", "x", "0x10", "%D9%A3", "9999999999999999999", "%201"})
    void number_thatIsNone_isQuoted(String text) {
        S3Exception refusal = catchThrowableOfType(
                S3Exception.class, () -> Arguments.number(Query.parse("max-keys=" + text), "max-keys", 5));
        assertThat(refusal.error()).isEqualTo(S3Error.INVALID_ARGUMENT);
        assertThat(refusal.message()).isEqualTo("Provided max-keys not an integer or within integer range");
        assertThat(refusal.details()).containsEntry("ArgumentName", "max-keys").containsKey("ArgumentValue");
    }

    @Test
    void prefix_thatNoKeyCanHave_isRefused() {
        assertThat(Arguments.text(Query.parse("prefix=%C3%A4"), "prefix")).isEqualTo("ä");
        assertThat(Arguments.text(Query.parse(""), "prefix")).isEmpty();
        for (String text : List.of("a%00b", "x".repeat(1_025))) {
            S3Exception refusal = catchThrowableOfType(
                    S3Exception.class, () -> Arguments.text(Query.parse("prefix=" + text), "prefix"));
            assertThat(refusal.error()).isEqualTo(S3Error.INVALID_ARGUMENT);
            assertThat(refusal.details()).containsEntry("ArgumentName", "prefix");
        }
    }
}
