package io.chameleon.core.lifecycle;

import io.chameleon.core.Require;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which objects a rule is about: those for which all of this holds.
 *
 * @param prefix of the key
 * @param tags that the object has, with these values
 * @param moreThanBytes {@link #ANY_SIZE}: of any size
 * @param lessThanBytes {@link #ANY_SIZE}: of any size
 */
public record LifecycleFilter(String prefix, Map<String, String> tags, long moreThanBytes, long lessThanBytes) {
    public static final long ANY_SIZE = -1;

    /** All objects. */
    public static final LifecycleFilter ALL = ofPrefix("");

    public LifecycleFilter {
        tags = Map.copyOf(tags);
        Require.that(moreThanBytes >= ANY_SIZE, "size above", moreThanBytes, "0 or more bytes");
        Require.that(lessThanBytes >= ANY_SIZE, "size below", lessThanBytes, "0 or more bytes");
    }

    public static LifecycleFilter ofPrefix(String prefix) {
        return new LifecycleFilter(prefix, Map.of(), ANY_SIZE, ANY_SIZE);
    }

    /** Whether an object is meant. */
    public boolean covers(String key, long bytes, Map<String, String> objectTags) {
        return key.startsWith(prefix)
                && (moreThanBytes == ANY_SIZE || bytes > moreThanBytes)
                && (lessThanBytes == ANY_SIZE || bytes < lessThanBytes)
                && objectTags.entrySet().containsAll(tags.entrySet());
    }

    /** Whether a delete marker or an upload is meant: it has neither tags nor size, so a filter by these means none. */
    public boolean covers(String key) {
        return byPrefixOnly() && key.startsWith(prefix);
    }

    /** It needs to know neither tags nor size. */
    public boolean byPrefixOnly() {
        return tags.isEmpty() && moreThanBytes == ANY_SIZE && lessThanBytes == ANY_SIZE;
    }

    /** The tags by their names. */
    public Map<String, String> sortedTags() {
        return new TreeMap<>(tags);
    }
}
