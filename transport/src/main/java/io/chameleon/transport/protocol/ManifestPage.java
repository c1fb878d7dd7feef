package io.chameleon.transport.protocol;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import java.util.List;

/**
 * One page of the manifests that a server keeps.
 *
 * @param more whether manifests follow
 * @param cursor where the next page begins
 * @param damagedBytes bytes that could not be read on the way
 */
public record ManifestPage(List<Entry> manifests, boolean more, long cursor, long damagedBytes) {
    public ManifestPage {
        manifests = List.copyOf(manifests);
    }

    /**
     * A manifest at rest.
     *
     * @param principal the user who stored it; empty if a process of the cluster did, or without authentication
     */
    public record Entry(WriteId writeId, Manifest manifest, String principal) {}
}
