/**
 * Buckets, their grants and their quotas on PostgreSQL.
 *
 * <p>In: the calls of core's ports. Out: rows of {@code bucket}, {@code bucket_claim}, {@code bucket_grant},
 * {@code quota} and {@code stored}.
 *
 * <p>Start at {@link io.chameleon.metadata.bucket.PostgresBucketTable}.
 *
 * <p>Invariant: a bucket that is deleted has no object, also none of a commit that is under way.
 */
@NullMarked
package io.chameleon.metadata.bucket;

import org.jspecify.annotations.NullMarked;
