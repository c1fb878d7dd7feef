/**
 * Versions of objects, for buckets that keep them.
 *
 * <p>Start at {@link io.chameleon.core.version.VersionTable}, the port. The current version of a key is its row in the
 * mapping table, if it has one: reads without a version id know nothing of versions.
 *
 * <p>Invariants: of a key without a row the latest version is a delete marker, or there is none. At most one version of
 * a key is called null.
 */
@NullMarked
package io.chameleon.core.version;

import org.jspecify.annotations.NullMarked;
