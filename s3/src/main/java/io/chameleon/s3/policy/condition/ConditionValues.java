package io.chameleon.s3.policy.condition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads the values of a condition: one, or a list. */
final class ConditionValues {
    private static final int MOST = 1000;

    private ConditionValues() {}

    /** @throws IllegalArgumentException if one is none for this key and operator */
    static List<String> of(ConditionKey key, Operator operator, JsonNode value) {
        List<String> values = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(one -> values.add(text(one)));
        } else {
            values.add(text(value));
        }
        if (values.isEmpty() || values.size() > MOST) {
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
}
