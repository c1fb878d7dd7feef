/**
 * One epoch from end to end: end the epoch, look at the cluster, ask a policy, bring its plan into the mapping table.
 *
 * <p>In: the fence, and what servers and the mapping table report. Out: an
 * {@link io.chameleon.balancer.epoch.EpochReport}.
 *
 * <p>Start at {@link io.chameleon.balancer.epoch.EpochRunner}, then {@code SnapshotReader} (what a policy may know) and
 * {@code PlanExecutor} (stored, applied, completed). {@link io.chameleon.balancer.epoch.EpochClock} says when.
 *
 * <p>Invariant: a plan that is applied twice, or halfway and then resumed by another leader, yields the same table.
 */
@NullMarked
package io.chameleon.balancer.epoch;

import org.jspecify.annotations.NullMarked;
