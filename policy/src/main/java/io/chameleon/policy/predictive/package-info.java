/**
 * The default policy: the paper's mechanisms with decisions made on predicted wear.
 *
 * <p>In: a {@link io.chameleon.policy.ClusterSnapshot}. Out: a {@link io.chameleon.policy.BalancePlan}.
 *
 * <p>Start at {@link io.chameleon.policy.predictive.PredictivePolicy#plan}, which names the planners in their order:
 * {@code RedundancyPlanner}, {@code FillPlanner}, {@code WearPlanner}, {@code FullServers}. {@code FragmentMoves} finds
 * what to move. In words: docs/operate/balancer.md.
 *
 * <p>Invariant: bulk copies and moves stay within their budgets, and no move makes a burst of writes less even
 * ({@code Cohorts}).
 */
@NullMarked
package io.chameleon.policy.predictive;

import org.jspecify.annotations.NullMarked;
