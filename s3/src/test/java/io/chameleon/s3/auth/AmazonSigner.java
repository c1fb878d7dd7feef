package io.chameleon.s3.auth;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.checksums.DefaultChecksumAlgorithm;
import software.amazon.awssdk.checksums.spi.ChecksumAlgorithm;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Amazon's own signer, on requests drawn at random: what a client would put on the wire. */
public final class AmazonSigner {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static final String ACCESS_KEY = "AKIDRANDOM/WITH+SLASH";
    private static final User USER = new User("somebody", "secret/with+odd=signs");
    private static final String CHARS = "abzAZ09-._~/ +%$&=?#@!'()*,:;<>[]{}|^`\\\"äß漢";
    private static final List<ChecksumAlgorithm> CHECKSUMS = List.of(
            DefaultChecksumAlgorithm.CRC32,
            DefaultChecksumAlgorithm.CRC32C,
            DefaultChecksumAlgorithm.SHA1,
            DefaultChecksumAlgorithm.SHA256);

    private final RandomGenerator random;

    public AmazonSigner(RandomGenerator random) {
        this.random = random;
    }

    /** Which of the ways to sign. */
    public enum Way {
        WHOLE,
        UNSIGNED,
        CHUNKS,
        CHUNKS_AND_TRAILER,
        UNSIGNED_AND_TRAILER,
        QUERY
    }

    /** A request and its body, framed as its headers say. */
    public record Sent(SignedRequest request, byte[] body) {
        public HttpHeaders headers() {
            return request.headers();
        }
    }

    public static Authenticator authenticator() {
        return authenticatorAt(NOW);
    }

    public static Authenticator authenticatorAt(Instant time) {
        return new Authenticator(key -> key.equals(ACCESS_KEY) ? USER : null, null, InstantSource.fixed(time));
    }

    public Sent sign(Way way, byte[] body) {
        SdkHttpRequest request = request(way, body);
        var signed = AwsV4HttpSigner.create().sign(r -> {
            r.identity(AwsCredentialsIdentity.create(ACCESS_KEY, USER.secret()))
                    .request(request)
                    .payload(() -> new ByteArrayInputStream(body))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, random.nextBoolean() ? "us-east-1" : "eu-north-7")
                    .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                    .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)
                    .putProperty(AwsV4HttpSigner.SIGNING_CLOCK, Clock.fixed(NOW, ZoneOffset.UTC))
                    .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, signsPayload(way))
                    .putProperty(AwsV4HttpSigner.CHUNK_ENCODING_ENABLED, way != Way.WHOLE && way != Way.UNSIGNED);
            if (way == Way.QUERY) {
                r.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                        .putProperty(
                                AwsV4HttpSigner.EXPIRATION_DURATION, Duration.ofSeconds(random.nextInt(1, 604801)));
            } else if (way != Way.CHUNKS && (way.name().endsWith("TRAILER") || random.nextBoolean())) {
                r.putProperty(AwsV4HttpSigner.CHECKSUM_ALGORITHM, CHECKSUMS.get(random.nextInt(CHECKSUMS.size())));
            }
        });
        return new Sent(
                wire(signed.request()), bytes(signed.payload().orElseThrow().newStream()));
    }

    private static boolean signsPayload(Way way) {
        return way == Way.WHOLE || way == Way.CHUNKS || way == Way.CHUNKS_AND_TRAILER;
    }

    private SdkHttpRequest request(Way way, byte[] body) {
        SdkHttpRequest.Builder request = SdkHttpRequest.builder()
                .protocol("https")
                .host(random.nextBoolean() ? "s3.example.com" : "localhost")
                .port(random.nextBoolean() ? 443 : 7480)
                .method(random.nextBoolean() ? SdkHttpMethod.PUT : SdkHttpMethod.POST)
                .encodedPath("/bucket/" + encoded(text(24)).replace("%2F", "/"));
        for (int i = random.nextInt(4); i > 0; i--) {
            request.appendRawQueryParameter("p" + random.nextInt(3) + text(4), random.nextBoolean() ? null : text(9));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            request.appendHeader("x-amz-meta-" + random.nextInt(3), "a  b" + " ".repeat(random.nextInt(3)) + i);
        }
        if (way != Way.QUERY) {
            request.putHeader("Content-Length", Integer.toString(body.length));
        }
        return request.build();
    }

    private String text(int max) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(max); i > 0; i--) {
            text.append(CHARS.charAt(random.nextInt(CHARS.length())));
        }
        return text.toString();
    }

    private static String encoded(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return UriCodec.encode(new String(utf8, StandardCharsets.ISO_8859_1), false);
    }

    private static SignedRequest wire(SdkHttpRequest request) {
        HttpHeaders headers = new DefaultHttpHeaders();
        request.forEachHeader((name, values) -> values.forEach(value -> headers.add(name, value)));
        // The client's HTTP engine fills in what the signer has signed without adding it.
        boolean standard = request.port() == 443;
        headers.set("Host", request.host() + (standard ? "" : ":" + request.port()));
        String query = request.rawQueryParameters().entrySet().stream()
                .flatMap(AmazonSigner::parameters)
                .collect(Collectors.joining("&"));
        String target = request.encodedPath() + (query.isEmpty() ? "" : "?" + query);
        return new SignedRequest(request.method().name(), target, headers);
    }

    private static Stream<String> parameters(Map.Entry<String, List<@Nullable String>> parameter) {
        return parameter.getValue().stream()
                .map(value -> encoded(parameter.getKey()) + (value == null ? "" : "=" + encoded(value)));
    }

    private static byte[] bytes(InputStream stream) {
        try (stream) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
