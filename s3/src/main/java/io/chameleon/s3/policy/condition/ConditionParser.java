package io.chameleon.s3.policy.condition;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads conditions: {@code {OPERATOR: {KEY: VALUE or [VALUES]}}}. */
final class ConditionParser {
    private static final String IF_EXISTS = "IfExists";

    private ConditionParser() {}

    static List<Condition> conditions(JsonNode element) {
        requireObject(element);
        List<Condition> all = new ArrayList<>();
        for (Map.Entry<String, JsonNode> operator : element.properties()) {
            requireObject(operator.getValue());
            for (Map.Entry<String, JsonNode> key : operator.getValue().properties()) {
                all.add(condition(operator.getKey(), key.getKey(), key.getValue()));
            }
        }
        return all;
    }

    /** One that asks nothing says something else than it seems to. */
    private static void requireObject(JsonNode node) {
        if (!node.isObject() || node.isEmpty()) {
            throw malformed("Condition must name operators, and each operator keys", "");
        }
    }

    private static Condition condition(String name, String keyName, JsonNode value) {
        Quantifier which = Quantifier.of(name);
        String rest = which.strip(name);
        boolean ifExists = rest.endsWith(IF_EXISTS);
        Operator operator = Operator.named(ifExists ? rest.substring(0, rest.length() - IF_EXISTS.length()) : rest);
        if (operator == null || operator == Operator.NULL && !name.equals("Null")) {
            throw malformed("Invalid Condition type : " + name, name);
        }
        ConditionKey key = ConditionKey.parse(keyName);
        if (key == null) {
            throw malformed("Policy has an invalid condition key", keyName);
        }
        boolean whole = which == Quantifier.THE_ONE && key.subject().ofMany() && operator != Operator.NULL;
        if (whole || !operator.takes(key.subject().kind())) {
            throw malformed("Conditions do not apply to combination of operator and key", name + ", " + keyName);
        }
        try {
            return Condition.of(which, operator, ifExists, key, ConditionValues.of(key, operator, value));
        } catch (IllegalArgumentException e) {
            throw malformed("Invalid value of a condition", name + ", " + keyName + ", " + e.getMessage());
        }
    }

    private static S3Exception malformed(String message, String detail) {
        S3Exception refusal = new S3Exception(S3Error.MALFORMED_POLICY, message);
        return detail.isEmpty() ? refusal : refusal.with("Detail", detail);
    }
}
