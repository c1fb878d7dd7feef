package io.chameleon.client;

import io.chameleon.core.version.VersionId;
import java.util.List;
import java.util.Optional;

/**
 * One page of a listing of versions: by key, and those of each key from the newest on.
 *
 * @param nextKey {@code after} of the options for the next page; "" on the last page
 * @param nextVersion to pass with it; empty if the page ends with a common prefix
 */
public record VersionListing(
        List<VersionInfo> versions, List<String> commonPrefixes, String nextKey, Optional<VersionId> nextVersion) {
    public VersionListing {
        versions = List.copyOf(versions);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    /** Whether there are more pages. */
    public boolean hasMore() {
        return !nextKey.isEmpty();
    }
}
