package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Forms of browsers: a policy document, signed, says what may be in the other fields. */
final class FormAuthenticator {
    private final FormSigner signer;
    private final InstantSource clock;

    FormAuthenticator(Verifier verifier, @Nullable String region, InstantSource clock) {
        this.signer = new FormSigner(verifier, region);
        this.clock = clock;
    }

    FormGrant authenticate(String bucket, Map<String, String> fields) {
        if (!FormSigner.signs(fields)) {
            return new FormGrant(null, 0, Long.MAX_VALUE);
        }
        String policy = field(fields, FormSigner.POLICY);
        String user = signer.name(fields, policy);
        return PostPolicyReader.read(policy).check(user, bucket, fields, clock.instant());
    }

    /** A field that must be there. */
    static String field(Map<String, String> fields, String name) {
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
