/**
 * What survives a crash, and how: the mount.
 *
 * <p>In: an array as it was left. Out: the page map, the free blocks and the counters to resume from, and a
 * {@link io.chameleon.simssd.report.MountReport} of what was found.
 *
 * <p>Start at {@link io.chameleon.simssd.recovery.Mount}. After a clean stop it reads a
 * {@link io.chameleon.simssd.recovery.Checkpoint}, otherwise the out-of-band areas of all pages
 * ({@link io.chameleon.simssd.nand.OobFormat}).
 *
 * <p>Invariant: what a mount shows is durable before the first host write, and a block to collect into exists by then,
 * or the device is read-only.
 */
@NullMarked
package io.chameleon.simssd.recovery;

import org.jspecify.annotations.NullMarked;
