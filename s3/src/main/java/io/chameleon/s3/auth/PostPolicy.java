package io.chameleon.s3.auth;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The policy document of a form: until when, and what each field may hold. A field that no condition names is refused,
 * the bucket included. Only what carries the policy itself, and what the server ignores, needs no condition.
 */
final class PostPolicy {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // Policies write a dollar sign as \$, which is no JSON.
            .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
            .build();
    private static final Set<String> FREE = Set.of("x-amz-signature", "file", "policy", "awsaccesskeyid", "signature");
    private static final String IGNORED = "x-ignore-";

    private final Instant expiration;
    private final List<PostCondition> conditions;

    private PostPolicy(Instant expiration, List<PostCondition> conditions) {
        this.expiration = expiration;
        this.conditions = conditions;
    }

    /** Not a policy is InvalidPolicyDocument. */
    static PostPolicy parse(String base64) {
        JsonNode document;
        try {
            document = JSON.readTree(Base64.getMimeDecoder().decode(base64));
        } catch (IOException | IllegalArgumentException e) {
            throw invalid("Invalid JSON.");
        }
        JsonNode expiration = document.get("expiration");
        JsonNode conditions = document.get("conditions");
        if (expiration == null || !expiration.isTextual()) {
            throw invalid("Policy missing expiration.");
        }
        if (conditions == null || !conditions.isArray()) {
            throw invalid("Policy missing conditions.");
        }
        List<PostCondition> parsed = new ArrayList<>();
        for (JsonNode condition : conditions) {
            parsed.addAll(PostCondition.parse(condition));
        }
        try {
            return new PostPolicy(Instant.parse(expiration.textValue()), parsed);
        } catch (DateTimeException e) {
            throw invalid("Invalid 'expiration' value: '" + expiration.textValue() + "'");
        }
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

    static S3Exception invalid(String reason) {
        return new S3Exception(S3Error.INVALID_POLICY_DOCUMENT, "Invalid Policy: " + reason);
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static S3Exception denied(String reason) {
        return new S3Exception(S3Error.ACCESS_DENIED, "Invalid according to Policy: " + reason);
    }
}
