/**
 * Keeps the wear even: leads, collects, asks a policy, applies its plan, moves what clients do not overwrite, repairs
 * what is damaged, and deletes what nothing refers to. This package is the process: it owns the threads and puts the
 * parts together.
 *
 * <p>In: wear reports of the flash servers and rows of the mapping table. Out: remaps, bulk migrations, deletions.
 *
 * <p>Start at {@link io.chameleon.balancer.BalancerService} (what runs when, {@code BalancerTask}), then
 * {@link io.chameleon.balancer.Balancer} (the parts), then {@code balancer.epoch} (one epoch, top to bottom),
 * {@code balancer.copy}, {@code balancer.repair}, {@code balancer.garbage}. All of them reach the flash servers through
 * {@code balancer.servers}; {@code balancer.leader} elects. {@code io.chameleon.policy} decides which object moves
 * where. In prose: docs/operate/balancer.md and docs/operate/repair.md.
 *
 * <p>Invariant: every change of the mapping table carries the fence of the leader that made it.
 */
@NullMarked
package io.chameleon.balancer;

import org.jspecify.annotations.NullMarked;
