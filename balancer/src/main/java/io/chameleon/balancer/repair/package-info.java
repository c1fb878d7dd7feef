/**
 * Makes whole what is damaged, empties servers, and spreads what crowds a failure domain (docs/operate/repair.md).
 *
 * <p>In: the repair queue of the mapping table, and what is found out about servers. Out: fragments written anew, and rows flipped to
 * them.
 *
 * <p>Start at {@link io.chameleon.balancer.repair.Repairer}. What is queued: {@code Discovery} with {@code Absences} (who is gone)
 * and {@code Inventory} (who holds less than it should), {@code Evacuator}, {@code PlacementMover}. What is done: {@code RepairRound},
 * {@code ObjectRepair}, {@code Targets} (where to), {@code SegmentRestorer} (from what). {@link io.chameleon.balancer.repair.Throttle}
 * holds it back.
 *
 * <p>Invariant: a fragment is written and read back before a row names it; so a repairer may die anywhere.
 */
@NullMarked
package io.chameleon.balancer.repair;

import org.jspecify.annotations.NullMarked;
