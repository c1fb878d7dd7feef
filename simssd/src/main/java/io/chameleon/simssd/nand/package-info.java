/**
 * The NAND array: raw flash that is programmed page by page and erased block by block, and how it is stored.
 *
 * <p>In: programs, reads and erases by physical page. Out: the pages' bytes, their out-of-band areas, erase counts, and
 * a device's other records: counters, trims, its identity. There are three arrays: one stores no pages (timing only),
 * one stores them in memory, one in an image file that survives {@code kill -9}. Others wrap them to take time, to
 * fail, or to lose power.
 *
 * <p>Start at {@link io.chameleon.simssd.nand.NandArray}, then {@link io.chameleon.simssd.nand.OobFormat} (what is
 * stored beside a page) and {@link io.chameleon.simssd.nand.PageIo} (how contents are sealed and checked), then
 * {@link io.chameleon.simssd.nand.FileNandArray}; docs/reference/simssd-image.md draws the image.
 *
 * <p>Invariant: a page is programmed at most once between two erases of its block; nothing here knows where a logical
 * page is.
 */
@NullMarked
package io.chameleon.simssd.nand;

import org.jspecify.annotations.NullMarked;
