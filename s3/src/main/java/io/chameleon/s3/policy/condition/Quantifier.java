package io.chameleon.s3.policy.condition;

import java.util.List;
import java.util.function.Predicate;

/** Which of the request's values are compared. */
enum Quantifier {
    THE_ONE(""),
    EACH("ForAllValues:"),
    SOME("ForAnyValue:");

    private final String prefix;

    Quantifier(String prefix) {
        this.prefix = prefix;
    }

    /** The one that the name of an operator begins with. */
    static Quantifier of(String name) {
        return name.startsWith(EACH.prefix) ? EACH : name.startsWith(SOME.prefix) ? SOME : THE_ONE;
    }

    /** Whether enough of the request's values fit. */
    boolean holds(List<String> given, Predicate<String> fits) {
        return this == SOME ? given.stream().anyMatch(fits) : given.stream().allMatch(fits);
    }

    /** The name of an operator without it. */
    String strip(String name) {
        return name.substring(prefix.length());
    }
}
