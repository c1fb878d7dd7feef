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
import java.util.List;
import java.util.Locale;

/** Reads the policy document of a form. What is none is InvalidPolicyDocument. */
final class PostPolicyReader {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // Policies write a dollar sign as \$, which is no JSON.
            .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
            .build();

    private PostPolicyReader() {}

    static PostPolicy read(String base64) {
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

    static S3Exception invalid(String reason) {
        return new S3Exception(S3Error.INVALID_POLICY_DOCUMENT, "Invalid Policy: " + reason);
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
