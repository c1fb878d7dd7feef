package io.chameleon.core.upload;

import java.util.List;

/**
 * Some open uploads of a bucket, in the order of their keys, and of their ids under one key.
 *
 * @param more whether uploads follow
 */
public record UploadPage(List<Upload> uploads, boolean more) {
    public UploadPage {
        uploads = List.copyOf(uploads);
    }
}
