/**
 * Block traces as requests on objects.
 *
 * <p>In: a file, plain, .gz or .zst, of our own CSV, of MSR Cambridge or of the Storage Performance Council. Out: requests, in the order of the file.
 *
 * <p>Start at {@link io.chameleon.emulator.trace.TraceReader}, then {@link io.chameleon.emulator.trace.TraceFormat} and {@link io.chameleon.emulator.trace.Extents} (reading 20).
 *
 * <p>Invariant: a line that is not a request stops the reading with its number; nothing is guessed.
 */
@NullMarked
package io.chameleon.emulator.trace;

import org.jspecify.annotations.NullMarked;
