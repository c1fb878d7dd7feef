/**
 * Decides which objects change redundancy or place so that flash wears evenly, and nothing else.
 *
 * <p>In: a {@link io.chameleon.policy.ClusterSnapshot}. Out: a {@link io.chameleon.policy.BalancePlan} with a reason for each
 * step. No clock, randomness, thread or I/O in this room; the balancer and the emulator both call it, so a result in one is a
 * result in the other.
 *
 * <p>Start at {@link io.chameleon.policy.PredictivePolicy}, the default, and {@link io.chameleon.policy.ChameleonPolicy}, then
 * {@link io.chameleon.policy.WearLedger} (what is balanced: the forecast wear), {@link io.chameleon.policy.ArptPlanner} (Chameleon III-B1, Algorithm 1) and
 * {@link io.chameleon.policy.HcdsPlanner} (III-B2, Algorithm 2). What it is compared with:
 * {@link io.chameleon.policy.EdmPolicy} ({@link io.chameleon.policy.EdmPlanner}), {@link io.chameleon.policy.CmtPolicy},
 * {@link io.chameleon.policy.RepEcPolicy} and {@link io.chameleon.policy.NonePolicy}. "Reading n" is a
 * line of docs/reference/readings.md, which says how the project takes what the papers leave open.
 *
 * <p>Invariants: the same snapshot gives the same plan, whatever the order of its servers and objects; a plan changes an object
 * at most once, only by transitions its state allows, and never fills a server beyond its bound.
 */
@NullMarked
package io.chameleon.policy;

import org.jspecify.annotations.NullMarked;
