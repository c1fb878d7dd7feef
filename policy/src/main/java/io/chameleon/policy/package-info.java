/**
 * Decides only which objects change redundancy or place so that flash wears evenly. This package is its API: the input,
 * the result, and the settings.
 *
 * <p>In: a {@link io.chameleon.policy.ClusterSnapshot}. Out: a {@link io.chameleon.policy.BalancePlan} with a reason
 * for each step. No clock, randomness, thread or I/O in this module; the balancer and the emulator both call it, so a
 * result in one is a result in the other.
 *
 * <p>Start at {@link io.chameleon.policy.WearPolicy}, then {@code policy.predictive}, the default, and
 * {@code policy.chameleon}, the paper's. {@code policy.ledger} has the forecast wear, which both even out.
 * {@code policy.draft} builds a plan, {@code policy.rival} has the policies for comparison, and {@code policy.choice}
 * creates a policy by name. "Reading n" is a line of docs/reference/readings.md.
 *
 * <p>Invariants: the same snapshot gives the same plan, whatever the order of its servers and objects; a plan changes
 * an object at most once, only by transitions its state allows, and never fills a server beyond its bound. This package
 * depends on none of the others; they depend on it.
 */
@NullMarked
package io.chameleon.policy;

import org.jspecify.annotations.NullMarked;
