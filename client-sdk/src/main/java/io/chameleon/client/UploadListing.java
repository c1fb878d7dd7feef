package io.chameleon.client;

import java.util.List;

/**
 * One page of a bucket's open uploads, in the order of their keys, and of their ids under one key.
 *
 * @param more whether uploads follow
 */
public record UploadListing(List<UploadInfo> uploads, boolean more) {
    public UploadListing {
        uploads = List.copyOf(uploads);
    }
}
