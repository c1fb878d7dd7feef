/**
 * SQL on versions of objects: the table {@code object_version}, and the current versions beside it.
 *
 * <p>In: a session or connection and values of {@code core}. Out: versions, rows and pages.
 *
 * <p>Start at {@code VersionRow}, then {@code VersionRows} and {@code VersionListing}.
 *
 * <p>Invariant: the caller's transaction decides: nothing here commits.
 */
@NullMarked
package io.chameleon.metadata.version;

import org.jspecify.annotations.NullMarked;
