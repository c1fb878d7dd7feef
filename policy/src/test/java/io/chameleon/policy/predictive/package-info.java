/** Tests of the default policy. Start at {@link io.chameleon.policy.predictive.PredictivePolicyTest}. */
@NullMarked
package io.chameleon.policy.predictive;

import org.jspecify.annotations.NullMarked;
