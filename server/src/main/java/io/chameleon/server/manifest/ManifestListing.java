package io.chameleon.server.manifest;

import java.util.List;

/**
 * A part of a listing.
 *
 * @param more whether there may be manifests behind the cursor
 * @param cursor where to resume
 * @param damagedBytes that were skipped because they are not manifests
 */
public record ManifestListing(List<StoredManifest> manifests, boolean more, long cursor, long damagedBytes) {
    public ManifestListing {
        manifests = List.copyOf(manifests);
    }
}
