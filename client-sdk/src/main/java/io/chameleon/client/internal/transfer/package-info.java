/**
 * Whole files of the caller to and from the store. Not part of the API.
 *
 * <p>In: a version of an object and the caller's file. Out: the file, complete and checked, or no file.
 *
 * <p>Start at {@link io.chameleon.client.internal.transfer.ParallelDownload}.
 *
 * <p>Invariant: a file never holds bytes of two versions.
 */
@NullMarked
package io.chameleon.client.internal.transfer;

import org.jspecify.annotations.NullMarked;
