package io.chameleon.s3.policy.condition;

import io.chameleon.s3.address.Cidr;
import java.util.List;
import java.util.function.Predicate;

/**
 * One line of a condition: an operator, a key, and the values that are asked for, any of which will do.
 *
 * @param ifExists holds, too, if the request has no value of the key
 * @param values as written
 * @param test whether a value of the request is one of them
 */
record Condition(
        Quantifier which,
        Operator operator,
        boolean ifExists,
        ConditionKey key,
        List<String> values,
        Predicate<String> test) {
    static Condition of(Quantifier which, Operator operator, boolean ifExists, ConditionKey key, List<String> values) {
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
            return test.test(Boolean.toString(absent));
        }
        if (given == null || absent) {
            return switch (which) {
                case THE_ONE -> ifExists || operator.isNegated();
                case EACH -> true;
                case SOME -> ifExists;
            };
        }
        return which.holds(given, this::fits);
    }

    private boolean fits(String given) {
        return test.test(given) != operator.isNegated();
    }

    /** Whether only requests of certain users, or from certain networks, are left. */
    boolean restrictsWho() {
        return key.subject().identifies()
                && operator != Operator.NULL
                && !operator.isNegated()
                && which != Quantifier.EACH
                && !ifExists
                && values.stream()
                        .noneMatch(value -> key.subject() == Subject.SOURCE_IP
                                ? Cidr.parse(value).isWorld()
                                : value.indexOf('*') >= 0 || value.indexOf('?') >= 0);
    }
}
