/**
 * Makes the mapping table anew from what flash servers hold: the fragments, and the manifests beside them.
 *
 * <p>In: servers that can be asked, and a database without objects. Out: a row for each object that can be read, and a report that
 * says what could not be placed. Start at {@link io.chameleon.metadata.rebuild.Rebuild}.
 */
@NullMarked
package io.chameleon.metadata.rebuild;

import org.jspecify.annotations.NullMarked;
