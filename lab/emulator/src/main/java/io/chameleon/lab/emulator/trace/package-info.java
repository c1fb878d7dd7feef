/**
 * Recorded traces as requests on a byte address space.
 *
 * <p>In: a file, plain, .gz or .zst, in one of the formats of {@link io.chameleon.lab.emulator.trace.TraceFormat}. Out:
 * requests, in the order of the file, and the lines that are not requests.
 *
 * <p>Start at {@link io.chameleon.lab.emulator.trace.TraceReader}, then
 * {@link io.chameleon.lab.emulator.trace.TraceFormat} and one class for each kind of line.
 *
 * <p>Invariant: nothing is guessed. A line that is not a request is reported with its number, and whatever the bytes
 * are, only {@link io.chameleon.lab.emulator.trace.TraceException} is thrown.
 */
@NullMarked
package io.chameleon.lab.emulator.trace;

import org.jspecify.annotations.NullMarked;
