package io.chameleon.core.lifecycle;

import io.chameleon.core.Require;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one bucket, 1 to {@link #MAX_RULES} with different ids. Of several that apply the one counts whose time
 * comes first.
 *
 * <p>The bucket's setting {@link #SETTING} keeps them as {@link #text}: see {@link LifecycleText}.
 *
 * @param rules in their order
 */
public record LifecycleRules(List<LifecycleRule> rules) {
    /** Key of the bucket's setting. */
    public static final String SETTING = "lifecycle";

    public static final int MAX_RULES = 1000;

    public LifecycleRules {
        rules = List.copyOf(rules);
        Require.that(
                !rules.isEmpty() && rules.size() <= MAX_RULES, "rules of a bucket", rules.size(), "1 to " + MAX_RULES);
        Set<String> ids = new HashSet<>();
        for (LifecycleRule rule : rules) {
            Require.that(ids.add(rule.id()), "id of a rule", rule.id(), "another than those of the rules before");
        }
    }

    /**
     * A rule whose time comes.
     *
     * @param at when
     */
    public record Due(LifecycleRule rule, Instant at) {}

    /** When the current version of an object expires; null: never. */
    public @Nullable Due expires(String key, long bytes, Map<String, String> tags, Instant modified, Duration day) {
        return first(rule -> rule.filter().covers(key, bytes, tags), rule -> rule.expires(modified, day));
    }

    /** When a delete marker goes that is alone; null: never. */
    public @Nullable Due markerExpires(String key, Instant modified, Duration day) {
        return first(rule -> rule.filter().covers(key), rule -> rule.markerExpires(modified, day));
    }

    /**
     * When a version that is not current goes; null: never.
     *
     * @param newer how many versions that are not current either are newer than it
     */
    public @Nullable Due noncurrentExpires(
            String key, long bytes, Map<String, String> tags, Instant replaced, int newer, Duration day) {
        return first(
                rule -> rule.filter().covers(key, bytes, tags), rule -> rule.noncurrentExpires(replaced, newer, day));
    }

    /** As the other one, for a delete marker. */
    public @Nullable Due noncurrentExpires(String key, Instant replaced, int newer, Duration day) {
        return first(rule -> rule.filter().covers(key), rule -> rule.noncurrentExpires(replaced, newer, day));
    }

    /** When an upload is aborted; null: never. */
    public @Nullable Due aborts(String key, Instant started, Duration day) {
        return first(rule -> rule.filter().covers(key), rule -> rule.aborts(started, day));
    }

    /** What all keys start with that an enabled rule is about; null if no rule is enabled. */
    public @Nullable String commonPrefix() {
        String common = null;
        for (LifecycleRule rule : rules) {
            if (rule.enabled()) {
                String prefix = rule.filter().prefix();
                common = common == null ? prefix : common(common, prefix);
            }
        }
        return common;
    }

    private static String common(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        // Half of a surrogate pair is no text.
        boolean half = length > 0 && Character.isHighSurrogate(one.charAt(length - 1));
        return one.substring(0, half ? length - 1 : length);
    }

    private @Nullable Due first(Predicate<LifecycleRule> covers, Function<LifecycleRule, @Nullable Instant> time) {
        Due first = null;
        for (LifecycleRule rule : rules) {
            Instant at = covers.test(rule) ? time.apply(rule) : null;
            if (at != null && (first == null || at.isBefore(first.at()))) {
                first = new Due(rule, at);
            }
        }
        return first;
    }

    /** For the bucket's setting. */
    public String text() {
        return LifecycleText.write(this);
    }

    /**
     * What {@link #text} made.
     *
     * @throws IllegalArgumentException in one line if it is not such a text, or one of a later version
     */
    public static LifecycleRules parse(String text) {
        return LifecycleText.read(text);
    }

    /** The rules of a bucket's settings; null if it has none. Throws as {@link #parse}. */
    public static @Nullable LifecycleRules of(Map<String, String> settings) {
        String text = settings.get(SETTING);
        return text == null ? null : parse(text);
    }
}
