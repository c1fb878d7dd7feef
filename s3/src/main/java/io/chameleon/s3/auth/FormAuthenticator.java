package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forms of browsers: a policy document, signed, says what may be in the other fields. */
final class FormAuthenticator {
    private static final String POLICY = "policy";
    private static final String SIGNATURE = "x-amz-signature";
    private static final String OLD_SIGNATURE = "signature";
    private static final String OLD_ACCESS_KEY = "awsaccesskeyid";

    private final Verifier verifier;
    private final @Nullable String region;
    private final InstantSource clock;

    FormAuthenticator(Verifier verifier, @Nullable String region, InstantSource clock) {
        this.verifier = verifier;
        this.region = region;
        this.clock = clock;
    }

    FormGrant authenticate(String bucket, Map<String, String> fields) {
        boolean old = fields.containsKey(OLD_ACCESS_KEY) || fields.containsKey(OLD_SIGNATURE);
        boolean signs = old || fields.containsKey(SIGNATURE) || fields.containsKey("x-amz-credential");
        if (!signs && !fields.containsKey(POLICY)) {
            return new FormGrant(null, 0, Long.MAX_VALUE);
        }
        String policy = field(fields, POLICY);
        String user = old ? oldSigner(fields, policy) : signer(fields, policy);
        return PostPolicy.parse(policy).check(user, bucket, fields, clock.instant());
    }

    private String signer(Map<String, String> fields, String policy) {
        String signature = field(fields, SIGNATURE);
        if (!field(fields, "x-amz-algorithm").equals(AuthorizationHeader.ALGORITHM)) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256\"");
        }
        String timestamp = field(fields, "x-amz-date");
        Instant time = AmzDate.parse(timestamp);
        if (time == null) {
            throw new S3Exception(
                    S3Error.INVALID_ARGUMENT, "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
        }
        Scope scope = Scope.parse(field(fields, "x-amz-credential"), AmzDate.day(timestamp), region, Fault.FORM);
        User user = verifier.user(scope.accessKey());
        verifier.checkForm(user, scope, policy, signature);
        return user.name();
    }

    private String oldSigner(Map<String, String> fields, String policy) {
        String accessKey = field(fields, OLD_ACCESS_KEY);
        String signature = field(fields, OLD_SIGNATURE);
        User user = verifier.user(accessKey);
        verifier.checkOldForm(user, accessKey, policy, signature);
        return user.name();
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Bucket POST must contain a field named '" + name
                                    + "'. If it is specified, please check the order of the fields.")
                    .with("ArgumentName", name);
        }
        return value;
    }
}
