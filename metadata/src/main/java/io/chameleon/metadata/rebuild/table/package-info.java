/**
 * The database's part of a rebuild: tables in which the servers' data is gathered, sorted and joined.
 *
 * <p>In: manifests and versions, as servers have them. Out: versions in order; rows of the mapping table.
 *
 * <p>Start at {@link io.chameleon.metadata.rebuild.table.RebuildTable}.
 *
 * <p>Invariant: memory does not grow with the number of objects.
 */
@NullMarked
package io.chameleon.metadata.rebuild.table;

import org.jspecify.annotations.NullMarked;
