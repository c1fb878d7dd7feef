package io.chameleon.client;

import java.util.List;

/**
 * An upload and one page of its parts, in the order of their numbers.
 *
 * @param more whether parts follow
 */
public record PartListing(UploadInfo upload, List<PartInfo> parts, boolean more) {
    public PartListing {
        parts = List.copyOf(parts);
    }
}
