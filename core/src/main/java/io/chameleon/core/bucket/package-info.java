/**
 * The registry of buckets: which exist, who owns them, and what their users have set.
 *
 * <p>Start at {@link io.chameleon.core.bucket.BucketTable}, the port; a {@link io.chameleon.core.bucket.BucketInfo} is
 * a row of it.
 *
 * <p>Invariant: a bucket in which anything was committed is registered until it is deleted, and it is not deleted
 * before its objects and open uploads are gone.
 */
@NullMarked
package io.chameleon.core.bucket;

import org.jspecify.annotations.NullMarked;
