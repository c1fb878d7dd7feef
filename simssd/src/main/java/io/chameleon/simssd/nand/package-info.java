/**
 * The NAND array: raw flash that is programmed page by page and erased block by block, and everything about how it is kept.
 *
 * <p>In: programs, reads and erases by physical page. Out: the pages' bytes, their out-of-band areas, erase counts, and what a device
 * notes beside its pages: counters, trims, its identity. Three arrays keep the pages: none at all (timing only), in memory, in an image
 * file that survives {@code kill -9}; others wrap them to take time, to fail, or to lose power.
 *
 * <p>Start at {@link io.chameleon.simssd.nand.NandArray}, then {@link io.chameleon.simssd.nand.OobFormat} (what stands beside a page) and
 * {@link io.chameleon.simssd.nand.PageIo} (how contents are sealed and checked), then {@link io.chameleon.simssd.nand.FileNandArray};
 * docs/reference/simssd-image.md draws the image.
 *
 * <p>Invariant: a page is programmed at most once between two erases of its block; nothing here knows where a logical page is.
 */
@NullMarked
package io.chameleon.simssd.nand;

import org.jspecify.annotations.NullMarked;
