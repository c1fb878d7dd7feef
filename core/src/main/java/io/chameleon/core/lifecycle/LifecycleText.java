package io.chameleon.core.lifecycle;

import io.chameleon.core.Require;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text form of rules. The first line names the format, {@code lifecycle 1}; each further line is a rule: pairs
 * {@code NAME=VALUE} with {@code &} between them, coded as in a query string.
 *
 * <pre>
 * lifecycle 1
 * id=logs&amp;enabled=true&amp;prefix=logs%2F&amp;days=30
 * id=old&amp;enabled=true&amp;prefix=&amp;tag.class=tmp&amp;noncurrent-days=7&amp;newer=3
 * </pre>
 *
 * <p>Names: {@code id}, {@code enabled}, {@code prefix}, {@code plain} (the prefix stands in the rule itself),
 * {@code tag.NAME}, {@code more-than} and {@code less-than} (bytes), {@code days}, {@code date} (ISO 8601),
 * {@code markers}, {@code noncurrent-days}, {@code newer}, {@code abort-days}. What a rule lacks is not written. A
 * name that a reader does not know may narrow the rule, so the reader refuses the whole text.
 */
final class LifecycleText {
    private static final String FIRST = "lifecycle 1";
    private static final String TAG = "tag.";

    private LifecycleText() {}

    static String write(LifecycleRules rules) {
        StringBuilder text = new StringBuilder(FIRST).append('\n');
        for (LifecycleRule rule : rules.rules()) {
            text.append("id=").append(QueryText.encode(rule.id()));
            put(text, "enabled", Boolean.toString(rule.enabled()));
            put(text, "prefix", rule.filter().prefix());
            if (rule.plainPrefix()) {
                put(text, "plain", "true");
            }
            rule.filter().sortedTags().forEach((name, value) -> put(text, TAG + name, value));
            putNumber(text, "more-than", rule.filter().moreThanBytes(), LifecycleFilter.ANY_SIZE);
            putNumber(text, "less-than", rule.filter().lessThanBytes(), LifecycleFilter.ANY_SIZE);
            putNumber(text, "days", rule.expirationDays(), 0);
            Instant date = rule.expirationDate();
            if (date != null) {
                put(text, "date", date.toString());
            }
            if (rule.expiredDeleteMarkers()) {
                put(text, "markers", "true");
            }
            putNumber(text, "noncurrent-days", rule.noncurrentDays(), 0);
            putNumber(text, "newer", rule.newerNoncurrentVersions(), 0);
            putNumber(text, "abort-days", rule.abortDays(), 0);
            text.append('\n');
        }
        return text.toString();
    }

    private static void putNumber(StringBuilder text, String name, long value, long none) {
        if (value != none) {
            put(text, name, Long.toString(value));
        }
    }

    private static void put(StringBuilder text, String name, String value) {
        text.append('&').append(QueryText.encode(name)).append('=').append(QueryText.encode(value));
    }

    static LifecycleRules read(String text) {
        List<String> lines = text.lines().toList();
        Require.that(
                !lines.isEmpty() && lines.get(0).equals(FIRST),
                "format of lifecycle rules",
                lines.isEmpty() ? "" : lines.get(0),
                FIRST);
        List<LifecycleRule> rules = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            rules.add(rule(line));
        }
        return new LifecycleRules(rules);
    }

    private static LifecycleRule rule(String line) {
        Map<String, String> pairs = new HashMap<>();
        for (String pair : line.split("&")) {
            int equals = pair.indexOf('=');
            Require.that(equals > 0, "pair of a lifecycle rule", pair, "NAME=VALUE");
            String before = pairs.put(
                    QueryText.decode(pair.substring(0, equals)), QueryText.decode(pair.substring(equals + 1)));
            Require.that(before == null, "pair of a lifecycle rule", pair, "each name once");
        }
        Map<String, String> tags = new HashMap<>();
        pairs.forEach((name, value) -> {
            if (name.startsWith(TAG)) {
                tags.put(name.substring(TAG.length()), value);
            }
        });
        pairs.keySet().removeIf(name -> name.startsWith(TAG));
        LifecycleFilter filter = new LifecycleFilter(
                required(pairs, "prefix"),
                tags,
                number(pairs, "more-than", LifecycleFilter.ANY_SIZE),
                number(pairs, "less-than", LifecycleFilter.ANY_SIZE));
        String date = pairs.remove("date");
        LifecycleRule rule = new LifecycleRule(
                required(pairs, "id"),
                bool("enabled", required(pairs, "enabled")),
                filter,
                bool("plain", pairs.remove("plain")),
                days(pairs, "days"),
                date == null ? null : instant(date),
                bool("markers", pairs.remove("markers")),
                days(pairs, "noncurrent-days"),
                days(pairs, "newer"),
                days(pairs, "abort-days"));
        Require.that(pairs.isEmpty(), "names of a lifecycle rule", pairs.keySet(), "only those of " + FIRST);
        return rule;
    }

    private static String required(Map<String, String> pairs, String name) {
        String value = pairs.remove(name);
        if (value == null) {
            throw Require.violation("lifecycle rule without", name, "all of id, enabled and prefix");
        }
        return value;
    }

    private static boolean bool(String name, @Nullable String value) {
        Require.that(value == null || value.equals("true") || value.equals("false"), name, value, "true or false");
        return "true".equals(value);
    }

    private static int days(Map<String, String> pairs, String name) {
        long days = number(pairs, name, 0);
        Require.that(days >= 0 && days <= Integer.MAX_VALUE, name, days, "0 to " + Integer.MAX_VALUE);
        return (int) days;
    }

    private static long number(Map<String, String> pairs, String name, long none) {
        String value = pairs.remove(name);
        try {
            return value == null ? none : Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw Require.violation(name, value, "a number");
        }
    }

    private static Instant instant(String date) {
        try {
            return Instant.parse(date);
        } catch (DateTimeException e) {
            throw Require.violation("date", date, "a time as 2027-01-01T00:00:00Z");
        }
    }
}
