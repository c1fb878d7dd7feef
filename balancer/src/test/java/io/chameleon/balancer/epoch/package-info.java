/** Tests of epochs. Start at {@link io.chameleon.balancer.epoch.EpochTest}. */
@NullMarked
package io.chameleon.balancer.epoch;

import org.jspecify.annotations.NullMarked;
