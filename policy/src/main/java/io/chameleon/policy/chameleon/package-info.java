/**
 * The paper's policy: ARPT (Chameleon III-B1, Algorithm 1) and HCDS with EWO (III-B2, Algorithm 2).
 *
 * <p>In: a {@link io.chameleon.policy.ClusterSnapshot}. Out: a {@link io.chameleon.policy.BalancePlan}.
 *
 * <p>Start at {@link io.chameleon.policy.chameleon.ChameleonPolicy}, then {@code ArptPlanner} and {@code HcdsPlanner}.
 *
 * <p>Invariant: the code does what the paper says, or what a numbered reading says that it means.
 */
@NullMarked
package io.chameleon.policy.chameleon;

import org.jspecify.annotations.NullMarked;
