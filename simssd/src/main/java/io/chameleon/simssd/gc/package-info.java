/**
 * Garbage collection and wear levelling: how blocks are reclaimed.
 *
 * <p>In: a full frontier, and every page that dies. Out: another block for the frontier, erases, and copies of the
 * pages that were still live.
 *
 * <p>Start at {@link io.chameleon.simssd.gc.GarbageCollector}. A {@link io.chameleon.simssd.gc.VictimSelector} chooses
 * the block to empty, {@link io.chameleon.simssd.gc.WearLeveller} may add blocks of its own, and a {@code VictimCopy}
 * moves the pages.
 *
 * <p>Invariant: a page that is live stays live; a collection never ends with fewer free blocks than it found, unless
 * blocks went bad.
 */
@NullMarked
package io.chameleon.simssd.gc;

import org.jspecify.annotations.NullMarked;
