/**
 * Buckets: made, listed, deleted, and what is set on them.
 *
 * <p>Start at {@link io.chameleon.s3.bucket.BucketOperations}.
 *
 * <p>Invariant: the store's registry has all of it; settings are opaque texts to the store, one for each operation.
 */
@NullMarked
package io.chameleon.s3.bucket;

import org.jspecify.annotations.NullMarked;
