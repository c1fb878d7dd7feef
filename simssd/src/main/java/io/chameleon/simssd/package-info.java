/**
 * The flash device: a page-mapped SSD simulated down to its NAND array, with real data, real wear and simulated time.
 *
 * <p>In: page writes, reads and trims by logical page number. Out: the pages' bytes, the wear they caused
 * ({@link io.chameleon.simssd.WearStatistics}) and the time a real device would have taken. Three arrays keep the pages:
 * none at all (timing only), in memory, in an image file that survives {@code kill -9}.
 *
 * <p>Start at {@link io.chameleon.simssd.FlashDevice} and {@link io.chameleon.simssd.FlashDevices}, then
 * {@link io.chameleon.simssd.FlashTranslationLayer} (mapping), {@link io.chameleon.simssd.GarbageCollector} with
 * {@link io.chameleon.simssd.WriteMode} and {@link io.chameleon.simssd.VictimPolicy} (whose pages go where), then
 * {@link io.chameleon.simssd.OobFormat} and {@link io.chameleon.simssd.Mount} (what survives a crash, and how); docs/reference/simssd-image.md draws the image.
 *
 * <p>With {@link io.chameleon.simssd.FlashDevices#builder} come planes that work side by side
 * ({@link io.chameleon.simssd.FlashParallelism}) and flash that fails ({@link io.chameleon.simssd.FaultModel}).
 *
 * <p>Invariant: a page written or trimmed before a {@code sync} that returned is read back with its newest synced or later content after
 * any crash, and no erase count ever goes backwards.
 */
@NullMarked
package io.chameleon.simssd;

import org.jspecify.annotations.NullMarked;
