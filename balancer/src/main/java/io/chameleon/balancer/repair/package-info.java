/**
 * Repairs damaged objects, empties servers, and spreads what crowds a failure domain (docs/operate/repair.md).
 *
 * <p>In: the repair queue of the mapping table, and what discovery finds out about servers. Out: new fragments, and
 * rows flipped to them.
 *
 * <p>Start at {@link io.chameleon.balancer.repair.Repairer}. These queue objects: {@code Discovery} with
 * {@code Absences} (which servers are gone) and {@code Inventory} (which hold less than they should),
 * {@code Evacuator}, {@code PlacementMover}. These do the work: {@code RepairRound}, {@code ObjectRepair},
 * {@code Targets} (where to), {@code SegmentRestorer} (from what). {@link io.chameleon.balancer.repair.Throttle} limits
 * the rate.
 *
 * <p>Invariant: a fragment is written and read back before a row names it, so a repairer may die at any point.
 */
@NullMarked
package io.chameleon.balancer.repair;

import org.jspecify.annotations.NullMarked;
