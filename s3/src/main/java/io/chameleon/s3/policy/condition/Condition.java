package io.chameleon.s3.policy.condition;

import java.util.List;
import java.util.function.Predicate;

/**
 * One line of a condition: an operator, a key, and the values that are asked for, any of which will do.
 *
 * @param ifExists holds, too, if the request has no value of the key
 * @param values as written
 */
record Condition(Which which, Operator operator, boolean ifExists, ConditionKey key, List<String> values, Test test) {
    /** Which of the request's values are compared. */
    enum Which {
        THE_ONE,
        EACH,
        SOME
    }

    /** Whether a value of the request is one of those that are asked for. */
    @FunctionalInterface
    interface Test {
        boolean among(String given);
    }

    static Condition of(Which which, Operator operator, boolean ifExists, ConditionKey key, List<String> values) {
        List<Predicate<String>> wanted = values.stream().map(operator::with).toList();
        return new Condition(
                which,
                operator,
                ifExists,
                key,
                List.copyOf(values),
                given -> wanted.stream().anyMatch(one -> one.test(given)));
    }

    boolean holds(Facts facts) {
        List<String> given = facts.of(key);
        boolean absent = given == null || given.isEmpty();
        if (operator == Operator.NULL) {
            return test.among(Boolean.toString(absent));
        }
        if (given == null || absent) {
            return switch (which) {
                case THE_ONE -> ifExists || operator.isNegated();
                case EACH -> true;
                case SOME -> ifExists;
            };
        }
        return which == Which.SOME
                ? given.stream().anyMatch(this::fits)
                : given.stream().allMatch(this::fits);
    }

    private boolean fits(String given) {
        return test.among(given) != operator.isNegated();
    }

    /** Whether only requests of certain users, or from certain networks, are left. */
    boolean restrictsWho() {
        if (!key.subject().identifies() || operator == Operator.NULL || operator.isNegated()) {
            return false;
        }
        return which != Which.EACH
                && !ifExists
                && values.stream()
                        .noneMatch(value -> key.subject() == Subject.SOURCE_IP
                                ? Cidr.parse(value).isWorld()
                                : value.indexOf('*') >= 0 || value.indexOf('?') >= 0);
    }
}
