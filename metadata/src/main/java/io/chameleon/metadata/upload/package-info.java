/**
 * SQL on multipart uploads, their parts, and the components of which composed objects are made.
 *
 * <p>In: a session or connection and values of {@code core}. Out: rows and pages.
 *
 * <p>Start at {@code UploadRows} and {@code ComponentRows}.
 *
 * <p>Invariant: the caller's transaction decides: nothing here commits.
 */
@NullMarked
package io.chameleon.metadata.upload;

import org.jspecify.annotations.NullMarked;
