package io.chameleon.core;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times: {@code 250ms}, {@code 5s}, {@code 10m}, {@code 1h30m}, {@code 2d}. */
public final class Durations {
    private static final Pattern PART = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final Pattern TEXT = Pattern.compile("(?:" + PART.pattern() + ")+");
    private static final Map<String, Long> MILLIS =
            Map.of("d", 86_400_000L, "h", 3_600_000L, "m", 60_000L, "s", 1_000L, "ms", 1L);

    private Durations() {}

    /**
     * Parses a time.
     *
     * @param what names it in the message of an {@link IllegalArgumentException}
     */
    public static Duration parse(String what, String text) {
        String compact = text.strip();
        if (compact.equals("0")) {
            return Duration.ZERO;
        }
        Require.that(TEXT.matcher(compact).matches(), what, text, "a time such as 250ms, 5s, 10m or 1h30m");
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(compact);
        while (part.find()) {
            long unit = MILLIS.getOrDefault(part.group(2), 1L);
            sum = sum.plus(Duration.ofMillis(unit).multipliedBy(Long.parseLong(part.group(1))));
        }
        Require.that(sum.toDays() < 36_500, what, text, "less than 100 years");
        return sum;
    }

    /** To the millisecond: {@code 1h30m}, {@code 250ms}. A time below zero is {@code 0}. */
    public static String exact(Duration time) {
        return time.isNegative() ? "0" : text(time.truncatedTo(ChronoUnit.MILLIS));
    }

    /** For messages: any time, as it is, such as {@code 1d1h}, {@code -5s} or {@code 1ms500ns}. */
    public static String text(Duration time) {
        if (time.getSeconds() == Long.MIN_VALUE) {
            return time.toString(); // it has no opposite
        }
        if (time.isNegative()) {
            return "-" + text(time.negated());
        }
        StringBuilder text = new StringBuilder();
        append(text, time.toDaysPart(), "d");
        append(text, time.toHoursPart(), "h");
        append(text, time.toMinutesPart(), "m");
        append(text, time.toSecondsPart(), "s");
        append(text, time.toMillisPart(), "ms");
        append(text, time.toNanosPart() % 1_000_000, "ns");
        return text.isEmpty() ? "0" : text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count > 0) {
            text.append(count).append(unit);
        }
    }
}
