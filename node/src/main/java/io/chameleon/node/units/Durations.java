package io.chameleon.node.units;

import io.chameleon.core.Require;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times: {@code 250ms}, {@code 5s}, {@code 10m}, {@code 1h30m}, {@code 2d}. */
public final class Durations {
    private static final Pattern PART = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
    private static final Pattern TEXT = Pattern.compile("(?:" + PART.pattern() + ")+");
    private static final Map<String, Long> MILLIS = new LinkedHashMap<>();

    static {
        MILLIS.put("d", 86_400_000L);
        MILLIS.put("h", 3_600_000L);
        MILLIS.put("m", 60_000L);
        MILLIS.put("s", 1_000L);
        MILLIS.put("ms", 1L);
    }

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

    /** To the millisecond: {@code 1h30m}, {@code 250ms}. */
    public static String exact(Duration time) {
        long rest = time.toMillis();
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Long> unit : MILLIS.entrySet()) {
            long count = rest / unit.getValue();
            if (count > 0) {
                text.append(count).append(unit.getKey());
                rest -= count * unit.getValue();
            }
        }
        return text.isEmpty() ? "0" : text.toString();
    }
}
