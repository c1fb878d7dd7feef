/**
 * The flash device as its users see it: a page-mapped SSD simulated down to its NAND array, with real data, real wear
 * and simulated time.
 *
 * <p>In: page writes, reads and trims by logical page number. Out: the pages' bytes, the wear they caused
 * ({@link io.chameleon.simssd.report.WearStatistics}) and the time a real device would have taken.
 *
 * <p>This package has only the API: the device's interface, its options, and its errors. Start at
 * {@link io.chameleon.simssd.FlashDevice} and {@link io.chameleon.simssd.FlashConfig}, then
 * {@link io.chameleon.simssd.WriteMode} and {@link io.chameleon.simssd.GarbageCollection} (where pages go),
 * {@link io.chameleon.simssd.FlashParallelism} (planes that work in parallel) and
 * {@link io.chameleon.simssd.FaultModel} (flash that fails).
 *
 * <p>Users need two more packages: {@code device} creates devices
 * ({@link io.chameleon.simssd.device.FlashDevices FlashDevices}), {@code report} holds a device's reports. The others
 * are internal; each may use those before it: {@code nand} (the array and the image file), {@code blocks} (where data
 * is), {@code frontier} (which block a page is written to), {@code gc} (how blocks are reclaimed), {@code ftl} (host
 * reads and writes), {@code recovery} (what survives a crash, and how).
 *
 * <p>Invariant: a page written or trimmed before a {@code sync} that returned is read back with its newest synced or
 * later content after any crash, and no erase count ever decreases.
 */
@NullMarked
package io.chameleon.simssd;

import org.jspecify.annotations.NullMarked;
