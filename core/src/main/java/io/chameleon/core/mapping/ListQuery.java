package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;

/**
 * A page of a bucket's listing, in the order of the keys' UTF-8 bytes.
 *
 * @param prefix only keys that start so
 * @param delimiter keys are folded into a common prefix at its first occurrence after {@code prefix}; "" folds nothing
 * @param after only what follows this key or common prefix; "" starts at the beginning
 * @param limit at most so many objects and common prefixes together, 1 to 1000
 */
public record ListQuery(String bucket, String prefix, String delimiter, String after, int limit) {
    public static final int MAX_LIMIT = 1000;

    public ListQuery {
        ObjectId.requireBucket(bucket);
        Require.that(limit >= 1 && limit <= MAX_LIMIT, "list limit", limit, "1 to " + MAX_LIMIT);
    }
}
