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
    private static final String EACH = "ForAllValues:";
    private static final String SOME = "ForAnyValue:";
    private static final int MOST_VALUES = 1000;

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
        Condition.Which which = name.startsWith(EACH)
                ? Condition.Which.EACH
                : name.startsWith(SOME) ? Condition.Which.SOME : Condition.Which.THE_ONE;
        String rest = which == Condition.Which.THE_ONE ? name : name.substring(name.indexOf(':') + 1);
        boolean ifExists = rest.endsWith(IF_EXISTS);
        Operator operator = Operator.named(ifExists ? rest.substring(0, rest.length() - IF_EXISTS.length()) : rest);
        if (operator == null || operator == Operator.NULL && !name.equals("Null")) {
            throw malformed("Invalid Condition type : " + name, name);
        }
        ConditionKey key = ConditionKey.parse(keyName);
        if (key == null) {
            throw malformed("Policy has an invalid condition key", keyName);
        }
        boolean whole = which == Condition.Which.THE_ONE && key.subject().ofMany() && operator != Operator.NULL;
        if (whole || !operator.takes(key.subject().kind())) {
            throw malformed("Conditions do not apply to combination of operator and key", name + ", " + keyName);
        }
        try {
            List<String> values = values(key, operator, value);
            return Condition.of(which, operator, ifExists, key, values);
        } catch (IllegalArgumentException e) {
            throw malformed("Invalid value of a condition", name + ", " + keyName + ", " + e.getMessage());
        }
    }

    private static List<String> values(ConditionKey key, Operator operator, JsonNode value) {
        List<String> values = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(one -> values.add(text(one)));
        } else {
            values.add(text(value));
        }
        if (values.isEmpty() || values.size() > MOST_VALUES) {
            throw new IllegalArgumentException(values.size() + " values");
        }
        if (operator == Operator.NULL) {
            return values;
        }
        for (int i = 0; i < values.size(); i++) {
            if (key.subject() == Subject.PRINCIPAL_ARN) {
                Arn.requireOfUsers(values.get(i));
                if (operator.isLiteral() && values.get(i).matches(".*[*?].*")) {
                    throw new IllegalArgumentException(values.get(i));
                }
            }
            if (key.subject() == Subject.COPY_SOURCE && values.get(i).startsWith("/")) {
                // Clients write it both ways; requests are judged without the slash.
                values.set(i, values.get(i).substring(1));
            }
        }
        return values;
    }

    private static String text(JsonNode value) {
        String text = value.isValueNode() && !value.isNull() ? value.asText() : "";
        if (!value.isValueNode() || value.isNull() || text.contains("${")) {
            throw new IllegalArgumentException(value.toString());
        }
        return text;
    }

    private static S3Exception malformed(String message, String detail) {
        S3Exception refusal = new S3Exception(S3Error.MALFORMED_POLICY, message);
        return detail.isEmpty() ? refusal : refusal.with("Detail", detail);
    }
}
