/**
 * Selects a policy and its settings by name, as configuration, sweeps and documents do.
 *
 * <p>In: names and texts. Out: a {@link io.chameleon.policy.WearPolicy} and a {@link io.chameleon.policy.PolicyConfig}.
 *
 * <p>Start at {@link io.chameleon.policy.choice.WearPolicies}, then {@link io.chameleon.policy.choice.PolicyKnobs}.
 *
 * <p>Invariant: an unknown name is answered with the list of known ones.
 */
@NullMarked
package io.chameleon.policy.choice;

import org.jspecify.annotations.NullMarked;
