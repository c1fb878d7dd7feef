package io.chameleon.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each wrong request is told, as Amazon tells it. */
class AuthenticatorTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final User ANN = new User("ann", "s3cret");
    private static final Authenticator AUTHENTICATOR =
            new Authenticator(key -> key.equals("ANN") ? ANN : null, "us-east-1", InstantSource.fixed(NOW));

    /** Signs with the verifier's own parts, so that any of them can be wrong while the signature is right. */
    private static final class Request {
        private final HttpHeaders headers = new DefaultHttpHeaders()
                .add("Host", "localhost:7480")
                .add("x-amz-date", "20260301T120000Z")
                .add("x-amz-content-sha256", "UNSIGNED-PAYLOAD");
        private String target = "/bucket/key";
        private String credential = "ANN/20260301/us-east-1/s3/aws4_request";

        Request with(String header, String value) {
            headers.set(header, value);
            return this;
        }

        Request without(String header) {
            headers.remove(header);
            return this;
        }

        Request credential(String text) {
            credential = text;
            return this;
        }

        Request target(String text) {
            target = text;
            return this;
        }

        SignedRequest signed() {
            List<String> names = List.copyOf(new TreeSet<>(
                    headers.names().stream().map(String::toLowerCase).toList()));
            SignedRequest request = new SignedRequest("PUT", target, headers);
            String hash = headers.get("x-amz-content-sha256", "");
            String text = new CanonicalRequest(request, QueryParameter.parse(request.query()), names, hash)
                    .texts()
                    .get(0);
            String[] parts = credential.split("/");
            Scope scope = new Scope(parts[0], parts[1], parts[2]);
            String date = headers.get("x-amz-date", "20260301T120000Z");
            String toSign = "AWS4-HMAC-SHA256\n" + date + "\n" + scope.signed() + "\n" + Hashes.sha256Hex(text);
            headers.set(
                    "Authorization",
                    "AWS4-HMAC-SHA256 Credential=" + credential + ", SignedHeaders=" + String.join(";", names)
                            + ", Signature=" + Hashes.hmacHex(DayKeys.derive(ANN.secret(), scope), toSign));
            return request;
        }
    }

    private static S3Exception refusal(SignedRequest request) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> AUTHENTICATOR.authenticate(request));
        assertThat(refusal).as("refusal of %s", request).isNotNull();
        return refusal;
    }

    @Test
    void request_signedWell_isAnns() {
        assertThat(AUTHENTICATOR.authenticate(new Request().signed()).user()).isEqualTo("ann");
    }

    @Test
    void path_keepsItsSlashesAndDots_andMayBeWrittenInAnyWay() {
        for (String path :
                List.of("//bucket//a/../b/./c", "/b/%e4%BA%ba", "/b/(a)!*'", "/b/a+b%20c", "/b/a%2Fb", "/")) {
            Request request = new Request().target(path + "?prefix=a+b&uploads&x=%7e");
            assertThat(AUTHENTICATOR.authenticate(request.signed()).user())
                    .as(path)
                    .isEqualTo("ann");
        }
    }

    @Test
    void path_asAProxySendsIt_isTheSame() {
        SignedRequest signed = new Request().signed();
        SignedRequest absolute = new SignedRequest("PUT", "http://localhost:7480/bucket/key", signed.headers());
        assertThat(AUTHENTICATOR.authenticate(absolute).user()).isEqualTo("ann");
        assertThat(new SignedRequest("GET", "http://h?x=/", signed.headers()).path())
                .isEqualTo("/");
    }

    @ParameterizedTest
    @CsvSource({
        "BOB/20260301/us-east-1/s3/aws4_request, INVALID_ACCESS_KEY_ID",
        "ANN/20260228/us-east-1/s3/aws4_request, AUTHORIZATION_HEADER_MALFORMED",
        "ANN/20260301/eu-west-1/s3/aws4_request, AUTHORIZATION_HEADER_MALFORMED",
        "ANN/20260301/us-east-1/sts/aws4_request, AUTHORIZATION_HEADER_MALFORMED",
        "ANN/20260301/us-east-1/s3/aws5_request, AUTHORIZATION_HEADER_MALFORMED",
        "ANN/20260301/us-east-1, AUTHORIZATION_HEADER_MALFORMED",
    })
    void credential_wrong(String credential, S3Error error) {
        assertThat(refusal(new Request().credential(credential).signed()).error())
                .isEqualTo(error);
    }

    @Test
    void region_wrong_isNamed() {
        S3Exception refusal = refusal(new Request()
                .credential("ANN/20260301/eu-west-1/s3/aws4_request")
                .signed());
        assertThat(refusal.details()).containsEntry("Region", "us-east-1");
        assertThat(refusal.message())
                .isEqualTo("The authorization header is malformed; the region 'eu-west-1' is wrong;"
                        + " expecting 'us-east-1'");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ACCESS_DENIED",
        "AWS HAHAHA, INVALID_ARGUMENT",
        "AWS ANN:c2lnbmF0dXJl, INVALID_REQUEST",
        "Bearer x, INVALID_ARGUMENT",
        "AWS4-HMAC-SHA256 x, AUTHORIZATION_HEADER_MALFORMED",
        "'AWS4-HMAC-SHA256 Credential=ANN/20260301/us-east-1/s3/aws4_request, SignedHeaders=host',"
                + " AUTHORIZATION_HEADER_MALFORMED",
        "'AWS4-HMAC-SHA256 Credential=ANN/20260301/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=00',"
                + " ACCESS_DENIED",
        "'AWS4-HMAC-SHA256 Credential=ANN/20260301/us-east-1/s3/aws4_request,"
                + " SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=00', SIGNATURE_DOES_NOT_MATCH",
    })
    void authorization_wrong(String header, S3Error error) {
        SignedRequest request = new Request().signed();
        request.headers().set("Authorization", header);
        assertThat(refusal(request).error()).isEqualTo(error);
    }

    @Test
    void signature_wrong_tellsWhatWasSignedAndNoSecret() {
        SignedRequest request = new Request().signed();
        request.headers().set("x-amz-content-sha256", "a".repeat(64));
        S3Exception refusal = refusal(request);
        assertThat(refusal.details())
                .containsKeys("AWSAccessKeyId", "StringToSign", "SignatureProvided", "CanonicalRequest");
        assertThat(refusal.details().toString()).doesNotContain(ANN.secret());
    }

    @Test
    void dates_wrong() {
        assertThat(refusal(new Request().without("x-amz-date").signed()).error())
                .isEqualTo(S3Error.ACCESS_DENIED);
        assertThat(refusal(new Request().with("x-amz-date", "yesterday").signed())
                        .error())
                .isEqualTo(S3Error.ACCESS_DENIED);
        assertThat(refusal(new Request().with("x-amz-date", "20260301T130000Z").signed())
                        .error())
                .isEqualTo(S3Error.REQUEST_TIME_TOO_SKEWED);
        Request dated = new Request().without("x-amz-date").with("Date", "Sun, 01 Mar 2026 12:00:00 GMT");
        assertThat(AUTHENTICATOR.authenticate(dated.signed()).user()).isEqualTo("ann");
    }

    @Test
    void contentHash_missingOrUnknown() {
        assertThat(refusal(new Request().without("x-amz-content-sha256").signed())
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
        assertThat(refusal(new Request().with("x-amz-content-sha256", "md5").signed())
                        .error())
                .isEqualTo(S3Error.INVALID_ARGUMENT);
        assertThat(refusal(new Request()
                                .with("x-amz-content-sha256", "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD")
                                .signed())
                        .error())
                .isEqualTo(S3Error.NOT_IMPLEMENTED);
    }

    @Test
    void amazonsHeader_addedAfterSigning_isNamed() {
        SignedRequest request = new Request().signed();
        request.headers().set("X-Amz-Acl", "public-read");
        S3Exception refusal = refusal(request);
        assertThat(refusal.error()).isEqualTo(S3Error.ACCESS_DENIED);
        assertThat(refusal.details()).containsEntry("HeadersNotSigned", "x-amz-acl");
    }

    @Test
    void sessionToken_belongsToNoKey() {
        assertThat(refusal(new Request().with("x-amz-security-token", "t").signed())
                        .error())
                .isEqualTo(S3Error.INVALID_TOKEN);
    }

    @Test
    void request_withoutSignature_isAnonymous() {
        SignedRequest request = new SignedRequest("GET", "/b/k", new DefaultHttpHeaders());
        assertThat(AUTHENTICATOR.authenticate(request)).isEqualTo(new Authentication(null, Payload.UNSIGNED));
        HttpHeaders chunked =
                new DefaultHttpHeaders().add("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER");
        assertThat(AUTHENTICATOR
                        .authenticate(new SignedRequest("PUT", "/b/k", chunked))
                        .payload()
                        .kind())
                .isEqualTo(PayloadKind.UNSIGNED_CHUNKS_AND_TRAILER);
        HttpHeaders signed = new DefaultHttpHeaders().add("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
        assertThat(refusal(new SignedRequest("PUT", "/b/k", signed)).error()).isEqualTo(S3Error.ACCESS_DENIED);
    }

    private static String presigned(String date, String expires) {
        return "/b/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=ANN%2F" + date.substring(0, 8)
                + "%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=" + date + "&X-Amz-Expires=" + expires
                + "&X-Amz-SignedHeaders=host";
    }

    private static SignedRequest presignedRequest(String date, String expires) {
        HttpHeaders headers = new DefaultHttpHeaders().add("Host", "h");
        SignedRequest request = new SignedRequest("GET", presigned(date, expires), headers);
        String text = new CanonicalRequest(
                        request, QueryParameter.parse(request.query()), List.of("host"), "UNSIGNED-PAYLOAD")
                .texts()
                .get(0);
        Scope scope = new Scope("ANN", date.substring(0, 8), "us-east-1");
        String signature = Hashes.hmacHex(
                DayKeys.derive(ANN.secret(), scope),
                "AWS4-HMAC-SHA256\n" + date + "\n" + scope.signed() + "\n" + Hashes.sha256Hex(text));
        return new SignedRequest("GET", request.target() + "&X-Amz-Signature=" + signature, headers);
    }

    @ParameterizedTest
    @CsvSource({
        "20260301T120000Z, -7, AUTHORIZATION_QUERY_PARAMETERS",
        "20260301T120000Z, 604801, AUTHORIZATION_QUERY_PARAMETERS",
        "20260301T120000Z, soon, AUTHORIZATION_QUERY_PARAMETERS",
        "20260301T120000Z, 0, ACCESS_DENIED",
        "20260301T115900Z, 59, ACCESS_DENIED",
        "20260301T121501Z, 60, ACCESS_DENIED",
        "20260230T120000Z, 60, AUTHORIZATION_QUERY_PARAMETERS",
    })
    void presigned_outOfItsTime(String date, String expires, S3Error error) {
        assertThat(refusal(presignedRequest(date, expires)).error()).isEqualTo(error);
    }

    @ParameterizedTest
    @CsvSource({"20260301T120000Z, 1", "20260301T115900Z, 60", "20260301T121500Z, 60", "20260222T120000Z, 604800"})
    void presigned_inItsTime(String date, String expires) {
        assertThat(AUTHENTICATOR.authenticate(presignedRequest(date, expires)).user())
                .isEqualTo("ann");
    }

    @Test
    void presigned_bodyMayBeAnnouncedByItsSender() {
        SignedRequest request = presignedRequest("20260301T120000Z", "60");
        request.headers().set("x-amz-content-sha256", "a".repeat(64));
        Payload payload = AUTHENTICATOR.authenticate(request).payload();
        assertThat(payload.sha256()).isEqualTo("a".repeat(64));
        request.headers().set("x-amz-acl", "public-read");
        assertThat(refusal(request).error()).isEqualTo(S3Error.ACCESS_DENIED);
    }

    @Test
    void query_incompleteTwiceOrOld() {
        HttpHeaders host = new DefaultHttpHeaders().add("Host", "h");
        SignedRequest good = presignedRequest("20260301T120000Z", "60");
        assertThat(refusal(new SignedRequest("GET", presigned("20260301T120000Z", "60"), host))
                        .error())
                .isEqualTo(S3Error.AUTHORIZATION_QUERY_PARAMETERS);
        assertThat(refusal(new SignedRequest("GET", good.target() + "&X-Amz-Expires=70", host))
                        .error())
                .isEqualTo(S3Error.AUTHORIZATION_QUERY_PARAMETERS);
        HttpHeaders both = new DefaultHttpHeaders().add("Host", "h").add("Authorization", "x");
        assertThat(refusal(new SignedRequest("GET", good.target(), both)).error())
                .isEqualTo(S3Error.INVALID_ARGUMENT);
        assertThat(refusal(new SignedRequest("GET", "/b/k?AWSAccessKeyId=ANN&Signature=x&Expires=1", host))
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
    }

    @Test
    void uri_withABadEscape_isInvalid() {
        assertThat(refusal(presignedTo("/b/%zz")).error()).isEqualTo(S3Error.INVALID_URI);
        assertThat(refusal(presignedTo("/b/%4")).error()).isEqualTo(S3Error.INVALID_URI);
    }

    private static SignedRequest presignedTo(String path) {
        SignedRequest good = presignedRequest("20260301T120000Z", "60");
        return new SignedRequest("GET", path + "?" + good.query(), good.headers());
    }

    @Test
    void dayKeys_areKeptForThoseWhoProvedThem_andBounded() {
        DayKeys keys = new DayKeys();
        Scope scope = new Scope("ANN", "20260301", "us-east-1");
        byte[] key = keys.of("s3cret", scope);
        assertThat(keys.size()).isZero();
        keys.keep("s3cret", scope, key);
        assertThat(keys.of("s3cret", scope)).isSameAs(key);
        assertThat(keys.of("rotated", scope)).isNotEqualTo(key);
        for (int i = 0; i < 2 * DayKeys.MAX_KEPT; i++) {
            keys.keep("s3cret", new Scope("ANN", "20260301", "region-" + i), key);
        }
        assertThat(keys.size()).isLessThanOrEqualTo(DayKeys.MAX_KEPT);
    }

    @Test
    void expiry_longerThanTheSkew_isNotExtendedByIt() {
        SignedRequest request = presignedRequest("20260301T120000Z", "60");
        Authenticator later =
                new Authenticator(key -> ANN, null, InstantSource.fixed(NOW.plus(Duration.ofSeconds(61))));
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> later.authenticate(request));
        assertThat(refusal.message()).isEqualTo("Request has expired");
    }
}
