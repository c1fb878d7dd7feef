package io.chameleon.s3.auth;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The policy document of a form: until when, and what each field may hold. A field that no condition names is refused,
 * the bucket included. Only what carries the policy itself, and what the server ignores, needs no condition.
 */
final class PostPolicy {

    private static final Set<String> FREE = Set.of("x-amz-signature", "file", "policy", "awsaccesskeyid", "signature");
    private static final String IGNORED = "x-ignore-";

    private final Instant expiration;
    private final List<PostCondition> conditions;

    PostPolicy(Instant expiration, List<PostCondition> conditions) {
        this.expiration = expiration;
        this.conditions = conditions;
    }

    /** A field that is not as the policy wants is AccessDenied. */
    FormGrant check(String user, String bucket, Map<String, String> fields, Instant now) {
        if (!now.isBefore(expiration)) {
            throw denied("Policy expired.");
        }
        Map<String, String> values = new HashMap<>(fields);
        values.put("bucket", bucket);
        Set<String> unnamed = new HashSet<>(values.keySet());
        unnamed.removeAll(FREE);
        unnamed.removeIf(name -> name.startsWith(IGNORED));
        long min = 0;
        long max = Long.MAX_VALUE;
        for (PostCondition condition : conditions) {
            if (condition instanceof PostCondition.Length length) {
                min = Math.max(min, length.min());
                max = Math.min(max, length.max());
            } else if (!condition.holds(values)) {
                throw denied("Policy Condition failed: " + condition);
            }
            unnamed.remove(condition.field());
        }
        if (!unnamed.isEmpty()) {
            throw denied("Extra input fields: "
                    + String.join(", ", unnamed.stream().sorted().toList()));
        }
        return new FormGrant(user, min, max);
    }

    private static S3Exception denied(String reason) {
        return new S3Exception(S3Error.ACCESS_DENIED, "Invalid according to Policy: " + reason);
    }
}
