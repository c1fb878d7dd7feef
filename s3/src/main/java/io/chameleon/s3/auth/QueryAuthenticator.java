package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are signed in their query, for somebody else to send: valid from their date for as long as they say, a
 * week at most.
 */
final class QueryAuthenticator {
    private static final String ALGORITHM = "X-Amz-Algorithm";
    private static final String CREDENTIAL = "X-Amz-Credential";
    private static final String DATE = "X-Amz-Date";
    private static final String EXPIRES = "X-Amz-Expires";
    private static final String SIGNED_HEADERS = "X-Amz-SignedHeaders";
    private static final String SIGNATURE = "X-Amz-Signature";
    private static final String CONTENT_HASH = "X-Amz-Content-Sha256";
    private static final List<String> REQUIRED =
            List.of(ALGORITHM, CREDENTIAL, SIGNATURE, DATE, SIGNED_HEADERS, EXPIRES);
    private static final long MAX_SECONDS = Duration.ofDays(7).toSeconds();

    private final Verifier verifier;
    private final @Nullable String region;
    private final InstantSource clock;

    QueryAuthenticator(Verifier verifier, @Nullable String region, InstantSource clock) {
        this.verifier = verifier;
        this.region = region;
        this.clock = clock;
    }

    /** Whether the query means to sign. */
    static boolean signs(List<QueryParameter> query) {
        return query.stream()
                .map(QueryParameter::decodedName)
                .anyMatch(name -> name.equals(ALGORITHM) || name.equals(SIGNATURE) || name.equals(CREDENTIAL));
    }

    Authentication authenticate(SignedRequest request, List<QueryParameter> query) {
        List<QueryParameter> signedParameters = new ArrayList<>(query.size());
        Map<String, String> fields = new HashMap<>();
        for (QueryParameter parameter : query) {
            String name = parameter.decodedName();
            if (!name.equals(SIGNATURE)) {
                signedParameters.add(parameter);
            }
            if ((REQUIRED.contains(name) || name.equals(CONTENT_HASH))
                    && fields.put(name, parameter.decodedValue()) != null) {
                throw error(name + " is given twice");
            }
        }
        if (!fields.keySet().containsAll(REQUIRED)) {
            throw error("Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential,"
                    + " X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.");
        }
        return authenticate(request, signedParameters, fields);
    }

    private Authentication authenticate(
            SignedRequest request, List<QueryParameter> parameters, Map<String, String> fields) {
        if (!AuthorizationHeader.ALGORITHM.equals(fields.get(ALGORITHM))) {
            throw error("X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256\"");
        }
        String timestamp = field(fields, DATE);
        Instant from = AmzDate.parse(timestamp);
        if (from == null) {
            throw error("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
        }
        long seconds = seconds(field(fields, EXPIRES));
        Scope scope = Scope.parse(field(fields, CREDENTIAL), AmzDate.day(timestamp), region, Fault.QUERY);
        List<String> signed = SignedHeaders.parse(field(fields, SIGNED_HEADERS), Fault.QUERY);
        User user = verifier.user(scope.accessKey());
        requireValid(from, seconds);
        // The hash of the body was not known when the address was made: a sender may add it.
        SignedHeaders.requireAllSigned(request.headers(), signed, Set.of(Payload.HEADER));
        String header = request.headers().get(Payload.HEADER);
        String hash = fields.get(CONTENT_HASH);
        if (hash == null) {
            hash = header != null && signed.contains(Payload.HEADER) ? header : Payload.UNSIGNED_PAYLOAD;
        }
        Payload payload = Payload.parse(hash);
        if (header != null && payload.kind() == PayloadKind.UNSIGNED) {
            payload = Payload.parse(header);
        }
        CanonicalRequest canonical = new CanonicalRequest(request, parameters, signed, hash);
        ChunkSignatures chunks = verifier.check(user, scope, timestamp, canonical, field(fields, SIGNATURE));
        return new Authentication(user.name(), payload.sealed(chunks));
    }

    private static String field(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "");
    }

    private static long seconds(String expires) {
        long seconds;
        try {
            seconds = Long.parseLong(expires);
        } catch (NumberFormatException e) {
            throw error("X-Amz-Expires should be a number");
        }
        if (seconds < 0) {
            throw error("X-Amz-Expires must be non-negative");
        }
        if (seconds > MAX_SECONDS) {
            throw error("X-Amz-Expires must be less than a week (in seconds);"
                    + " that is, the given X-Amz-Expires must be less than 604800 seconds");
        }
        return seconds;
    }

    private void requireValid(Instant from, long seconds) {
        Instant now = clock.instant();
        if (from.isAfter(now.plus(HeaderAuthenticator.MAX_SKEW))) {
            throw new S3Exception(S3Error.ACCESS_DENIED, "Request is not valid yet")
                    .with("X-Amz-Date", AmzDate.format(from))
                    .with("ServerTime", AmzDate.format(now));
        }
        Instant end = from.plusSeconds(seconds);
        if (seconds == 0 || now.isAfter(end)) {
            throw new S3Exception(S3Error.ACCESS_DENIED, "Request has expired")
                    .with("X-Amz-Expires", Long.toString(seconds))
                    .with("Expires", end.toString())
                    .with("ServerTime", now.toString());
        }
    }

    private static S3Exception error(String message) {
        return new S3Exception(S3Error.AUTHORIZATION_QUERY_PARAMETERS, message);
    }
}
