package io.chameleon.transport.protocol;

import io.chameleon.core.bucket.BucketInfo;
import java.util.List;

/**
 * Some of the registered buckets, in the order of their names.
 *
 * @param more whether there may be others after these: a page can be short because its buckets have large settings
 */
public record BucketPage(List<BucketInfo> buckets, boolean more) {
    public BucketPage {
        buckets = List.copyOf(buckets);
    }
}
