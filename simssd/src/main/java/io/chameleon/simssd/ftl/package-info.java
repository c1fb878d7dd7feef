/**
 * The flash translation layer: serves the reads, writes and trims of the host.
 *
 * <p>In: operations by logical page. Out: programs and reads of physical pages, garbage collections if room is short,
 * and the simulated time taken.
 *
 * <p>Start at {@link io.chameleon.simssd.ftl.FlashTranslationLayer}, then {@link io.chameleon.simssd.ftl.HostWrites}
 * and {@link io.chameleon.simssd.ftl.HostReads}.
 *
 * <p>Invariant: a logical page moves to its new place only once that place is programmed; one operation at a time.
 */
@NullMarked
package io.chameleon.simssd.ftl;

import org.jspecify.annotations.NullMarked;
