/**
 * Block traces as requests on objects.
 *
 * <p>In: a CSV file, plain, .gz or .zst, with columns {@code time_us,op,offset,size}. Out: requests, in the order of the file.
 *
 * <p>Start at {@link io.chameleon.cli.trace.TraceReader}, then {@link io.chameleon.cli.trace.Extents} (reading 20).
 *
 * <p>Invariant: a line that is not a request stops the reading with its number; nothing is guessed.
 */
@NullMarked
package io.chameleon.cli.trace;

import org.jspecify.annotations.NullMarked;
