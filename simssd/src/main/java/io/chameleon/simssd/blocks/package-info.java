/**
 * What is where: the physical page of each logical page, and the state of each block.
 *
 * <p>In: pages programmed and trimmed, blocks collected, erased or gone bad, syncs ended. Out: which pages are live, which block is
 * ready to be filled next, whether there are enough of them.
 *
 * <p>Start at {@link io.chameleon.simssd.blocks.PageMap}, then {@link io.chameleon.simssd.blocks.BlockPool} (how an emptied block
 * becomes a free one, step by step) and {@link io.chameleon.simssd.blocks.BadBlocks}.
 *
 * <p>Invariant: on an array that outlives the process a block is erased only when what was copied out of it is durable, and handed out
 * only when its erase is.
 */
@NullMarked
package io.chameleon.simssd.blocks;

import org.jspecify.annotations.NullMarked;
