package io.chameleon.s3.policy.condition;

import io.chameleon.s3.address.Cidr;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How a value of the request is compared with one of the policy. */
enum Operator {
    STRING_EQUALS("StringEquals", false, texts(), wanted -> wanted::equals),
    STRING_NOT_EQUALS("StringNotEquals", true, texts(), wanted -> wanted::equals),
    STRING_EQUALS_IGNORE_CASE("StringEqualsIgnoreCase", false, texts(), wanted -> wanted::equalsIgnoreCase),
    STRING_NOT_EQUALS_IGNORE_CASE("StringNotEqualsIgnoreCase", true, texts(), wanted -> wanted::equalsIgnoreCase),
    STRING_LIKE("StringLike", false, texts(), wanted -> given -> Wildcard.matches(wanted, given)),
    STRING_NOT_LIKE("StringNotLike", true, texts(), wanted -> given -> Wildcard.matches(wanted, given)),

    NUMERIC_EQUALS("NumericEquals", false, EnumSet.of(Kind.NUMBER), numbers(order -> order == 0)),
    NUMERIC_NOT_EQUALS("NumericNotEquals", true, EnumSet.of(Kind.NUMBER), numbers(order -> order == 0)),
    NUMERIC_LESS_THAN("NumericLessThan", false, EnumSet.of(Kind.NUMBER), numbers(order -> order < 0)),
    NUMERIC_LESS_THAN_EQUALS("NumericLessThanEquals", false, EnumSet.of(Kind.NUMBER), numbers(order -> order <= 0)),
    NUMERIC_GREATER_THAN("NumericGreaterThan", false, EnumSet.of(Kind.NUMBER), numbers(order -> order > 0)),
    NUMERIC_GREATER_THAN_EQUALS(
            "NumericGreaterThanEquals", false, EnumSet.of(Kind.NUMBER), numbers(order -> order >= 0)),

    DATE_EQUALS("DateEquals", false, EnumSet.of(Kind.DATE), dates(order -> order == 0)),
    DATE_NOT_EQUALS("DateNotEquals", true, EnumSet.of(Kind.DATE), dates(order -> order == 0)),
    DATE_LESS_THAN("DateLessThan", false, EnumSet.of(Kind.DATE), dates(order -> order < 0)),
    DATE_LESS_THAN_EQUALS("DateLessThanEquals", false, EnumSet.of(Kind.DATE), dates(order -> order <= 0)),
    DATE_GREATER_THAN("DateGreaterThan", false, EnumSet.of(Kind.DATE), dates(order -> order > 0)),
    DATE_GREATER_THAN_EQUALS("DateGreaterThanEquals", false, EnumSet.of(Kind.DATE), dates(order -> order >= 0)),

    BOOL("Bool", false, EnumSet.of(Kind.TRUTH), wanted -> truth(wanted)::equalsIgnoreCase),

    IP_ADDRESS("IpAddress", false, EnumSet.of(Kind.ADDRESS), wanted -> Cidr.parse(wanted)::contains),
    NOT_IP_ADDRESS("NotIpAddress", true, EnumSet.of(Kind.ADDRESS), wanted -> Cidr.parse(wanted)::contains),

    ARN_EQUALS("ArnEquals", false, EnumSet.of(Kind.ARN), wanted -> given -> Arn.matches(wanted, given)),
    ARN_LIKE("ArnLike", false, EnumSet.of(Kind.ARN), wanted -> given -> Arn.matches(wanted, given)),
    ARN_NOT_EQUALS("ArnNotEquals", true, EnumSet.of(Kind.ARN), wanted -> given -> Arn.matches(wanted, given)),
    ARN_NOT_LIKE("ArnNotLike", true, EnumSet.of(Kind.ARN), wanted -> given -> Arn.matches(wanted, given)),

    /** Whether the key is absent: judged without a value of the request. */
    NULL("Null", false, EnumSet.allOf(Kind.class), wanted -> truth(wanted)::equalsIgnoreCase);

    private final String label;
    private final boolean negated;
    private final Set<Kind> kinds;
    private final Function<String, Predicate<String>> comparison;

    Operator(String label, boolean negated, Set<Kind> kinds, Function<String, Predicate<String>> comparison) {
        this.label = label;
        this.negated = negated;
        this.kinds = kinds;
        this.comparison = comparison;
    }

    private static Set<Kind> texts() {
        return EnumSet.of(Kind.TEXT, Kind.ARN, Kind.TRUTH);
    }

    private static Function<String, Predicate<String>> numbers(IntPredicate order) {
        return wanted -> {
            BigDecimal bound = number(wanted);
            return given -> isNumber(given) && order.test(number(given).compareTo(bound));
        };
    }

    private static Function<String, Predicate<String>> dates(IntPredicate order) {
        return wanted -> {
            Instant bound = Moment.parse(wanted);
            return given -> order.test(Moment.parse(given).compareTo(bound));
        };
    }

    private static boolean isNumber(String text) {
        return text.matches("-?\\d{1,18}(\\.\\d{1,9})?");
    }

    private static BigDecimal number(String text) {
        if (!isNumber(text)) {
            throw new IllegalArgumentException(text);
        }
        return new BigDecimal(text);
    }

    private static String truth(String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    /** As policies name it. */
    String label() {
        return label;
    }

    static @Nullable Operator named(String name) {
        for (Operator operator : values()) {
            if (operator.label.equals(name)) {
                return operator;
            }
        }
        return null;
    }

    boolean takes(Kind kind) {
        return kinds.contains(kind);
    }

    /** It holds if no value of the policy compares. */
    boolean isNegated() {
        return negated;
    }

    /** A star is a star. */
    boolean isLiteral() {
        return label.startsWith("String") && !label.endsWith("Like");
    }

    /** @throws IllegalArgumentException if the value is none of this operator */
    Predicate<String> with(String wanted) {
        return comparison.apply(wanted);
    }
}
