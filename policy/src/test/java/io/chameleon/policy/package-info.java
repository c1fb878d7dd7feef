/** Tests of the policies, and what they share. Start at {@link io.chameleon.policy.ClosedLoopSimTest}: does the wear become even. */
@NullMarked
package io.chameleon.policy;

import org.jspecify.annotations.NullMarked;
