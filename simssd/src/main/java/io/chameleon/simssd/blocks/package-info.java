/**
 * The location of data: the physical page of each logical page, and the state of each block.
 *
 * <p>In: pages programmed and trimmed, blocks collected, erased or found bad, syncs ended. Out: the live pages, the
 * next block to fill, and whether enough blocks are ready.
 *
 * <p>Start at {@link io.chameleon.simssd.blocks.PageMap}, then {@link io.chameleon.simssd.blocks.BlockPool} (the steps
 * from an emptied block to a free one) and {@link io.chameleon.simssd.blocks.BadBlocks}.
 *
 * <p>Invariant: on an array that outlives the process a block is erased only when the copies of its pages are durable,
 * and reused only when its erase is durable.
 */
@NullMarked
package io.chameleon.simssd.blocks;

import org.jspecify.annotations.NullMarked;
