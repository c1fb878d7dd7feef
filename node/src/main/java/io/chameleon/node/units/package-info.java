/**
 * Amounts as people write them: {@code 64MiB}, {@code 10GB}. Times are in {@link io.chameleon.core.Durations}.
 *
 * <p>In: text of a command line or a configuration. Out: bytes, and back.
 *
 * <p>Start at {@link io.chameleon.node.units.ByteSize}.
 *
 * <p>Invariant: an amount that was printed exactly parses back to the same amount.
 */
@NullMarked
package io.chameleon.node.units;

import org.jspecify.annotations.NullMarked;
