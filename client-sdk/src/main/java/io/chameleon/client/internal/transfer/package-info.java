/**
 * Whole objects to and from the store: files of the caller, and copies. Not part of the API.
 *
 * <p>In: a version of an object, or a file of the caller. Out: the file, complete and checked, or no file; the parts of
 * an upload; the segments of a copy.
 *
 * <p>Start at {@link io.chameleon.client.internal.transfer.ParallelDownload}, then {@link
 * io.chameleon.client.internal.transfer.ParallelUpload}.
 *
 * <p>Invariant: a file never holds bytes of two versions, nor an object bytes of two states of a file.
 */
@NullMarked
package io.chameleon.client.internal.transfer;

import org.jspecify.annotations.NullMarked;
