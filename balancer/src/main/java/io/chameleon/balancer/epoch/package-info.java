/**
 * One epoch from end to end: it is ended, the cluster is looked at, a policy asked, and its plan brought into the mapping table.
 *
 * <p>In: the fence, and what servers and the mapping table report. Out: an {@link io.chameleon.balancer.epoch.EpochReport}.
 *
 * <p>Start at {@link io.chameleon.balancer.epoch.EpochRunner}, then {@code SnapshotReader} (what a policy may know) and
 * {@code PlanExecutor} (stored, applied, completed). {@link io.chameleon.balancer.epoch.EpochClock} says when.
 *
 * <p>Invariant: a plan applied twice, or half and then resumed by another leader, ends in the same table.
 */
@NullMarked
package io.chameleon.balancer.epoch;

import org.jspecify.annotations.NullMarked;
