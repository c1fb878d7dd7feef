/**
 * Keeps the wear even: leads, collects, asks a policy, applies its plan, moves what nobody writes, repairs what is
 * damaged, and deletes what nothing refers to.
 *
 * <p>In: wear reports of the flash servers and rows of the mapping table. Out: remaps, bulk migrations, deletions.
 *
 * <p>Start at {@link io.chameleon.balancer.EpochRunner} (one epoch, top to bottom), then
 * {@link io.chameleon.balancer.PlanExecutor}, {@link io.chameleon.balancer.Migrator}, {@link io.chameleon.balancer.Reaper},
 * {@link io.chameleon.balancer.Reconciler}, {@link io.chameleon.balancer.Repairer} and {@link io.chameleon.balancer.BalancerService} (leadership and the clockwork). Who
 * moves where is decided in {@code io.chameleon.policy}. All of it in prose: docs/operate/balancer.md and docs/operate/repair.md.
 *
 * <p>Invariant: every change of the mapping table carries the fence of the leader that made it.
 */
@NullMarked
package io.chameleon.balancer;

import org.jspecify.annotations.NullMarked;
