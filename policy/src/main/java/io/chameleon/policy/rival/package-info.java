/**
 * The policies that the other two are compared with: EDM, CMT, the REP+EC baseline, and doing nothing.
 *
 * <p>In: a {@link io.chameleon.policy.ClusterSnapshot}. Out: a {@link io.chameleon.policy.BalancePlan} whose moves are
 * copied at once.
 *
 * <p>Start at {@link io.chameleon.policy.rival.EdmPolicy} ({@code EdmPlanner}, then {@code EdmShift}, its Algorithm 1),
 * {@link io.chameleon.policy.rival.CmtPolicy}, {@link io.chameleon.policy.rival.RepEcPolicy} and
 * {@link io.chameleon.policy.rival.NonePolicy}.
 *
 * <p>Invariant: like the others, they keep fragments spread and servers within their fill, so only the ideas are
 * compared.
 */
@NullMarked
package io.chameleon.policy.rival;

import org.jspecify.annotations.NullMarked;
