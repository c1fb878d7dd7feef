/**
 * Which policy, with which settings: both by name, as configuration, sweeps and documents have them.
 *
 * <p>In: names and texts. Out: a {@link io.chameleon.policy.WearPolicy} and a {@link io.chameleon.policy.PolicyConfig}.
 *
 * <p>Start at {@link io.chameleon.policy.choice.WearPolicies}, then {@link io.chameleon.policy.choice.PolicyKnobs}.
 *
 * <p>Invariant: a name that does not exist is answered with those that do.
 */
@NullMarked
package io.chameleon.policy.choice;

import org.jspecify.annotations.NullMarked;
