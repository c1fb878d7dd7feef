package io.chameleon.core.version;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing of versions.
 *
 * @param nextKey what to pass as {@code after} for the next page; "" on the last page
 * @param nextVersion to pass with it; null if the page ends with a common prefix
 */
public record VersionPage(
        List<ObjectVersion> versions,
        List<String> commonPrefixes,
        String nextKey,
        @Nullable VersionId nextVersion) {
    public VersionPage {
        versions = List.copyOf(versions);
        commonPrefixes = List.copyOf(commonPrefixes);
    }
}
