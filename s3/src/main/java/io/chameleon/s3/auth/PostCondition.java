package io.chameleon.s3.auth;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One line of a form's policy. Operators and fields may be written in any case. */
sealed interface PostCondition {
    /** Which field it is about; empty for the length of the file. */
    String field();

    boolean holds(Map<String, String> fields);

    /** {@code ["eq", "$acl", "private"]} or {@code {"acl": "private"}}. */
    record Equal(String field, String value) implements PostCondition {
        @Override
        public boolean holds(Map<String, String> fields) {
            return value.equals(fields.get(field));
        }

        @Override
        public String toString() {
            return "[\"eq\", \"$" + field + "\", \"" + value + "\"]";
        }
    }

    /** {@code ["starts-with", "$key", "user/"]}. Of a list of content types, each starts so. */
    record StartsWith(String field, String value) implements PostCondition {
        @Override
        public boolean holds(Map<String, String> fields) {
            String given = fields.get(field);
            if (given == null) {
                return value.isEmpty();
            }
            if (!field.equals("content-type")) {
                return given.startsWith(value);
            }
            for (String type : given.split(",", -1)) {
                if (!type.strip().startsWith(value)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return "[\"starts-with\", \"$" + field + "\", \"" + value + "\"]";
        }
    }

    /** {@code ["content-length-range", 0, 1024]}, bounds included. */
    record Length(long min, long max) implements PostCondition {
        @Override
        public String field() {
            return "";
        }

        @Override
        public boolean holds(Map<String, String> fields) {
            return true;
        }
    }

    static List<PostCondition> parse(JsonNode condition) {
        if (condition.isObject()) {
            return fields(condition);
        }
        if (!condition.isArray() || condition.size() != 3 || !condition.get(0).isTextual()) {
            throw PostPolicyReader.invalid("Invalid condition: " + condition);
        }
        String operator = PostPolicyReader.lower(condition.get(0).textValue());
        return List.of(
                switch (operator) {
                    case "eq" -> new Equal(name(condition), text(condition.get(2)));
                    case "starts-with" -> new StartsWith(name(condition), text(condition.get(2)));
                    case "content-length-range" -> length(condition);
                    default -> throw PostPolicyReader.invalid("Invalid condition operator: " + operator);
                });
    }

    private static List<PostCondition> fields(JsonNode condition) {
        List<PostCondition> equal = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : condition.properties()) {
            equal.add(new Equal(PostPolicyReader.lower(field.getKey()), text(field.getValue())));
        }
        if (equal.size() != 1) {
            throw PostPolicyReader.invalid("Simple conditions must have exactly one property specified.");
        }
        return equal;
    }

    private static String name(JsonNode condition) {
        String name = text(condition.get(1));
        if (!name.startsWith("$")) {
            throw PostPolicyReader.invalid("Invalid condition: " + condition);
        }
        return PostPolicyReader.lower(name.substring(1));
    }

    private static String text(JsonNode value) {
        if (!value.isTextual()) {
            throw PostPolicyReader.invalid("Invalid condition value: " + value);
        }
        return value.textValue();
    }

    /** Some forms write numbers as texts. */
    private static Length length(JsonNode condition) {
        try {
            long min = Long.parseLong(condition.get(1).asText());
            long max = Long.parseLong(condition.get(2).asText());
            if (min >= 0 && min <= max) {
                return new Length(min, max);
            }
        } catch (NumberFormatException e) {
            // Reported below, as bounds that exclude each other are.
        }
        throw PostPolicyReader.invalid("Invalid content-length-range: " + condition);
    }
}
