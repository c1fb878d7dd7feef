/**
 * Rebuilds the mapping table from flash servers' fragments and the manifests beside them.
 *
 * <p>In: servers that can be queried, and a database without objects. Out: a row for each readable object, and a report
 * on what could not be placed. Start at {@link io.chameleon.metadata.rebuild.Rebuild}.
 */
@NullMarked
package io.chameleon.metadata.rebuild;

import org.jspecify.annotations.NullMarked;
