/**
 * Tests of the policies, and their shared helpers. Start at {@link io.chameleon.policy.ClosedLoopSimTest}: does the
 * wear become even?
 */
@NullMarked
package io.chameleon.policy;

import org.jspecify.annotations.NullMarked;
