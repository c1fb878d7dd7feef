package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests that are signed in the header {@code Authorization}. */
final class HeaderAuthenticator {
    static final Duration MAX_SKEW = Duration.ofMinutes(15);

    private static final String VERSION_2 = "AWS ";

    private final Verifier verifier;
    private final @Nullable String region;
    private final InstantSource clock;

    HeaderAuthenticator(Verifier verifier, @Nullable String region, InstantSource clock) {
        this.verifier = verifier;
        this.region = region;
        this.clock = clock;
    }

    Authentication authenticate(SignedRequest request, String authorization) {
        requireVersion4(authorization);
        AuthorizationHeader header = AuthorizationHeader.parse(authorization);
        Instant time = time(request.headers());
        String timestamp = AmzDate.format(time);
        Scope scope = Scope.parse(header.credential(), AmzDate.day(timestamp), region, Fault.HEADER);
        List<String> signed = SignedHeaders.parse(header.signedHeaders(), Fault.HEADER);
        User user = verifier.user(scope.accessKey());
        requireNear(time);
        SignedHeaders.requireAllSigned(request.headers(), signed, Set.of());
        String hash = request.headers().get(Payload.HEADER);
        if (hash == null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "Missing required header for this request: x-amz-content-sha256");
        }
        Payload payload = Payload.parse(hash);
        CanonicalRequest canonical = new CanonicalRequest(request, QueryParameter.parse(request.query()), signed, hash);
        ChunkSignatures chunks = verifier.check(user, scope, timestamp, canonical, header.signature());
        return new Authentication(user.name(), payload.sealed(chunks));
    }

    private static void requireVersion4(String authorization) {
        if (authorization.startsWith(AuthorizationHeader.ALGORITHM + " ")) {
            return;
        }
        if (authorization.isBlank()) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        if (authorization.startsWith(VERSION_2) && authorization.indexOf(':') > 0) {
            throw Authenticator.version2();
        }
        throw new S3Exception(
                        S3Error.INVALID_ARGUMENT,
                        authorization.startsWith(VERSION_2)
                                ? "AWS authorization header is invalid. Expected AwsAccessKeyId:signature"
                                : "Unsupported Authorization Type")
                .with("ArgumentName", "Authorization")
                .with("ArgumentValue", authorization);
    }

    private static Instant time(HttpHeaders headers) {
        String amazon = headers.get("x-amz-date");
        String date = headers.get("date");
        Instant time = null;
        if (amazon != null) {
            time = AmzDate.parse(amazon);
        } else if (date != null) {
            time = AmzDate.parseDateHeader(date);
        }
        if (time == null) {
            throw new S3Exception(
                    S3Error.ACCESS_DENIED, "AWS authentication requires a valid Date or x-amz-date header");
        }
        return time;
    }

    private void requireNear(Instant time) {
        Instant now = clock.instant();
        if (Duration.between(time, now).abs().compareTo(MAX_SKEW) > 0) {
            throw new S3Exception(S3Error.REQUEST_TIME_TOO_SKEWED)
                    .with("RequestTime", AmzDate.format(time))
                    .with("ServerTime", AmzDate.format(now))
                    .with("MaxAllowedSkewMilliseconds", Long.toString(MAX_SKEW.toMillis()));
        }
    }
}
