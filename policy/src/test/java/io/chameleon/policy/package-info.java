/** Tests of the planners. Start at {@link io.chameleon.policy.ClosedLoopSimTest}: does the wear become even. */
@NullMarked
package io.chameleon.policy;

import org.jspecify.annotations.NullMarked;
