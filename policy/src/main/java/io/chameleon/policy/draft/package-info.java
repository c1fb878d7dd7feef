/**
 * How every policy builds a plan: the decisions so far, the servers that may take an object, the fate of older intents.
 *
 * <p>In: decisions of a policy. Out: a {@link io.chameleon.policy.BalancePlan}.
 *
 * <p>Start at {@link io.chameleon.policy.draft.PlanDraft}, then {@link io.chameleon.policy.draft.Destinations} and
 * {@link io.chameleon.policy.draft.IntentReview}, which calls a policy's {@link io.chameleon.policy.draft.IntentRules}.
 *
 * <p>Invariant: what is in the draft is in its ledger; an object is in the draft at most once.
 */
@NullMarked
package io.chameleon.policy.draft;

import org.jspecify.annotations.NullMarked;
