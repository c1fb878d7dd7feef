package io.chameleon.s3.policy;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is read from the JSON of a policy, and what it is refused with. */
final class PolicyElements {
    private PolicyElements() {}

    /** The elements of a list; one alone needs no brackets. */
    static List<JsonNode> many(JsonNode parent, String name) {
        JsonNode value = parent.get(name);
        if (value == null || (value.isArray() && value.isEmpty())) {
            throw malformed("Missing required field " + name);
        }
        List<JsonNode> all = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(all::add);
        } else {
            all.add(value);
        }
        return all;
    }

    static String text(JsonNode value, String what) {
        if (!value.isTextual()) {
            throw malformed("Policy has invalid " + what);
        }
        return value.textValue();
    }

    static void requireKnown(JsonNode object, Set<String> known) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!known.contains(field.getKey())) {
                throw malformed("Unknown field " + field.getKey());
            }
        }
    }

    static S3Exception malformed(String message) {
        return new S3Exception(S3Error.MALFORMED_POLICY, message);
    }

    static S3Exception notImplemented(String what) {
        return new S3Exception(S3Error.NOT_IMPLEMENTED, "Policies with " + what + " are not implemented.");
    }
}
