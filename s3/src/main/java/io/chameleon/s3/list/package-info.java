/**
 * Listings of a bucket's objects, version 1 and 2 of S3's operation over one page of the store's.
 *
 * <p>Start at {@link io.chameleon.s3.list.ListObjects}.
 *
 * <p>Invariant: a page never holds more than 1000 entries, in the order of the keys' UTF-8 bytes.
 */
@NullMarked
package io.chameleon.s3.list;

import org.jspecify.annotations.NullMarked;
