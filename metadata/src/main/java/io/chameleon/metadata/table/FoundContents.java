package io.chameleon.metadata.table;

/**
 * What a rebuild found, by content id: lists of extents name bytes so. The name in a manifest is where a write was last
 * stored, which may differ from copy to copy of the same content.
 */
final class FoundContents {
    /**
     * A table of the readable contents of objects and components, each once: its bucket as users see it, content id and
     * length, and whether any manifest names it as a component.
     */
    static final String READABLE = """
            (select regexp_replace(bucket, '\\+parts$', '') as bucket, content_high as high, content_low as low,
                max(size_bytes) as bytes, bool_or(bucket like '%%+parts') as is_component
             from rebuild_version where found = %d and extents = 0 and bucket not like '%%+chunks' group by 1, 2, 3)
            """.formatted(RebuiltVersion.State.READABLE.ordinal());

    private FoundContents() {}

    /** The condition that a row of {@link #READABLE} is what a row with columns bucket, high and low names. */
    static String named(String readable, String by) {
        return "%1$s.bucket = %2$s.bucket and %1$s.high = %2$s.high and %1$s.low = %2$s.low".formatted(readable, by);
    }
}
