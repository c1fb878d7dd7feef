package io.chameleon.core.bucket;

import io.chameleon.core.Require;
import io.chameleon.core.Utf8;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The texts that users keep with a bucket. */
final class BucketSettings {
    private static final int MAX_KEY_BYTES = 128;

    private BucketSettings() {}

    /** @param changes null removes the key */
    static Map<String, String> changed(Map<String, String> settings, Map<String, @Nullable String> changes) {
        Map<String, String> all = new TreeMap<>(settings);
        changes.forEach((key, value) -> {
            if (value == null) {
                all.remove(key);
            } else {
                all.put(key, value);
            }
        });
        return all;
    }

    /** Throws if a key is none, or all together are too large. */
    static void require(Map<String, @Nullable String> settings) {
        StringBuilder all = new StringBuilder();
        settings.forEach((key, value) -> {
            Require.that(
                    !key.isEmpty() && Utf8.isStorable(key, MAX_KEY_BYTES),
                    "key of a bucket's setting",
                    key,
                    "1 to " + MAX_KEY_BYTES + " bytes of UTF-8 without NUL");
            // Each text is terminated, so that two halves of a surrogate pair cannot join.
            all.append(key).append('=').append(value).append('\n');
        });
        Require.that(
                Utf8.isStorable(all.toString(), BucketInfo.MAX_SETTINGS_BYTES),
                "settings of a bucket",
                settings.keySet(),
                "at most " + BucketInfo.MAX_SETTINGS_BYTES + " bytes of UTF-8 in all, without NUL");
    }
}
