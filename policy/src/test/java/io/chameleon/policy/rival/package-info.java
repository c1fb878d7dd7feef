/**
 * Tests of the rivals. Start at {@link io.chameleon.policy.rival.RivalPropertiesTest}: the properties of each of their
 * plans.
 */
@NullMarked
package io.chameleon.policy.rival;

import org.jspecify.annotations.NullMarked;
