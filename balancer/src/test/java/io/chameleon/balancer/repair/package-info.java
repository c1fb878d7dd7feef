/** Tests of repair and drains. Start at {@link io.chameleon.balancer.repair.RepairerTest}. */
@NullMarked
package io.chameleon.balancer.repair;

import org.jspecify.annotations.NullMarked;
