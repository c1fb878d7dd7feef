package io.chameleon.transport.client;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import java.util.List;

/**
 * One page of the manifests that a server keeps.
 *
 * @param more whether manifests follow
 * @param cursor where the next page begins
 * @param damagedBytes that could not be read on the way
 */
public record ManifestPage(List<Entry> manifests, boolean more, long cursor, long damagedBytes) {
    public ManifestPage {
        manifests = List.copyOf(manifests);
    }

    /**
     * A manifest at rest.
     *
     * @param principal the user who put it; empty if a process of the cluster did, or if nobody is asked who it is
     */
    public record Entry(WriteId writeId, Manifest manifest, String principal) {}
}
