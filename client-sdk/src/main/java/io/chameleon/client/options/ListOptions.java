package io.chameleon.client.options;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.table.ListQuery;
import java.util.Objects;

/**
 * What to list of a bucket.
 *
 * @param prefix only keys with this prefix
 * @param delimiter keys that share the text up to its first occurrence after the prefix are folded into one common
 *     prefix; "" folds nothing
 * @param after only what follows this text; "" from the start
 * @param pageSize objects and common prefixes per page, 1 to 1000
 */
public record ListOptions(String prefix, String delimiter, String after, int pageSize) {
    /** Everything, in pages of 1000. */
    public static final ListOptions ALL = new ListOptions("", "", "", ListQuery.MAX_LIMIT);

    public ListOptions {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(delimiter, "delimiter");
        Objects.requireNonNull(after, "after");
        Require.that(
                pageSize >= 1 && pageSize <= ListQuery.MAX_LIMIT, "page size", pageSize, "1 to " + ListQuery.MAX_LIMIT);
    }

    public static ListOptions prefix(String prefix) {
        return ALL.withPrefix(prefix);
    }

    public ListOptions withPrefix(String newPrefix) {
        return new ListOptions(newPrefix, delimiter, after, pageSize);
    }

    public ListOptions withDelimiter(String newDelimiter) {
        return new ListOptions(prefix, newDelimiter, after, pageSize);
    }

    public ListOptions withAfter(String newAfter) {
        return new ListOptions(prefix, delimiter, newAfter, pageSize);
    }

    public ListOptions withPageSize(int newPageSize) {
        return new ListOptions(prefix, delimiter, after, newPageSize);
    }

    public ListQuery query(String bucket) {
        Objects.requireNonNull(bucket, "bucket");
        return new ListQuery(bucket, prefix, delimiter, after, pageSize);
    }
}
