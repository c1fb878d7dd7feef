package io.chameleon.metadata.routing;

import io.chameleon.core.Slices;

/**
 * Where a bucket is, or a slice of one.
 *
 * @param number of the database
 * @param sliced whether only the bucket's row of the registry and its grants are there: its objects are in its {@link
 *     Slices}
 */
public record BucketPlace(int number, boolean sliced) {
    /** Of a bucket that was never used: nothing of it is found there. */
    static final BucketPlace NONE = new BucketPlace(0, false);
}
