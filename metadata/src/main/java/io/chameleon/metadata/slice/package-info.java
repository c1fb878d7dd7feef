/**
 * What a sliced bucket ({@link io.chameleon.core.Slices}) needs beside its slices, each of which is to the tables a
 * bucket of its own: names as clients know them, pages of all slices in one order, and rows of the registry that agree.
 *
 * <p>Start at {@link io.chameleon.metadata.slice.SlicedPages}. It knows no database: callers pass what asks a slice's.
 */
@NullMarked
package io.chameleon.metadata.slice;

import org.jspecify.annotations.NullMarked;
