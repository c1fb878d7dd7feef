package io.chameleon.core.version;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;

/**
 * Names one version of an object.
 *
 * @param text 32 hexadecimal digits, the content id of its write; or {@code null} for the version that was written
 *     while the bucket kept none
 */
public record VersionId(String text) {
    /** The one version of a key that was written while its bucket kept none. */
    public static final VersionId NULL = new VersionId("null");

    public VersionId {
        Require.that(
                text.equals("null") || text.matches("[0-9a-f]{32}"),
                "version id",
                text,
                "32 lower-case hexadecimal digits, or null");
    }

    /**
     * @param contentId of the write, or chosen for a delete marker
     * @param versioned whether the bucket kept versions then
     */
    public static VersionId of(WriteId contentId, boolean versioned) {
        return versioned ? new VersionId(contentId.toString()) : NULL;
    }

    public static VersionId of(ObjectMapping row) {
        return of(row.content().contentId(), row.versioned());
    }

    public boolean isNull() {
        return equals(NULL);
    }

    /** Of a version that {@link #isNull} does not name. */
    public WriteId contentId() {
        return WriteId.parse(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
