package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out who signed the policy of a form, by either version of the signature. */
final class FormSigner {
    static final String POLICY = "policy";

    private static final String SIGNATURE = "x-amz-signature";
    private static final String CREDENTIAL = "x-amz-credential";
    private static final String OLD_SIGNATURE = "signature";
    private static final String OLD_ACCESS_KEY = "awsaccesskeyid";

    private final Verifier verifier;
    private final @Nullable String region;

    FormSigner(Verifier verifier, @Nullable String region) {
        this.verifier = verifier;
        this.region = region;
    }

    /** Whether any of the fields has to do with a signature. */
    static boolean signs(Map<String, String> fields) {
        return Stream.of(POLICY, SIGNATURE, CREDENTIAL, OLD_SIGNATURE, OLD_ACCESS_KEY)
                .anyMatch(fields::containsKey);
    }

    /** The user's name; a signature that does not hold is refused. */
    String name(Map<String, String> fields, String policy) {
        boolean old = fields.containsKey(OLD_ACCESS_KEY) || fields.containsKey(OLD_SIGNATURE);
        return old ? oldSigner(fields, policy) : signer(fields, policy);
    }

    private String signer(Map<String, String> fields, String policy) {
        String signature = FormAuthenticator.field(fields, SIGNATURE);
        if (!FormAuthenticator.field(fields, "x-amz-algorithm").equals(AuthorizationHeader.ALGORITHM)) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256\"");
        }
        String timestamp = FormAuthenticator.field(fields, "x-amz-date");
        Instant time = AmzDate.parse(timestamp);
        if (time == null) {
            throw new S3Exception(
                    S3Error.INVALID_ARGUMENT, "X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
        }
        Scope scope =
                Scope.parse(FormAuthenticator.field(fields, CREDENTIAL), AmzDate.day(timestamp), region, Fault.FORM);
        User user = verifier.user(scope.accessKey());
        verifier.checkForm(user, scope, policy, signature);
        return user.name();
    }

    private String oldSigner(Map<String, String> fields, String policy) {
        String accessKey = FormAuthenticator.field(fields, OLD_ACCESS_KEY);
        String signature = FormAuthenticator.field(fields, OLD_SIGNATURE);
        User user = verifier.user(accessKey);
        verifier.checkOldForm(user, accessKey, policy, signature);
        return user.name();
    }
}
