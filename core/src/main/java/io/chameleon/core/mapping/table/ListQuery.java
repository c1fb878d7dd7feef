package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.Utf8;

/**
 * A page of a bucket's listing, in the order of the keys' UTF-8 bytes.
 *
 * @param prefix only keys that start with it
 * @param delimiter a key with this text after {@code prefix} is folded into a common prefix, which ends with its first
 *     occurrence; "" folds nothing
 * @param after only objects and common prefixes that follow this text; "" starts at the beginning. The common prefix
 *     {@code "a/"} does not follow {@code "a/b"}
 * @param limit the most objects and common prefixes together, 1 to 1000
 */
public record ListQuery(String bucket, String prefix, String delimiter, String after, int limit) {
    public static final int MAX_LIMIT = 1000;

    public ListQuery {
        Slices.requireBucketOrSlice(ObjectId.userBucket(bucket));
        requireText("list prefix", prefix);
        requireText("list delimiter", delimiter);
        requireText("list start", after);
        Require.that(limit >= 1 && limit <= MAX_LIMIT, "list limit", limit, "1 to " + MAX_LIMIT);
    }

    private static void requireText(String what, String text) {
        Require.that(
                Utf8.isStorable(text, ObjectId.MAX_KEY_BYTES),
                what,
                text,
                "at most " + ObjectId.MAX_KEY_BYTES + " bytes of UTF-8 without NUL");
    }
}
