/** Tests of the rivals. Start at {@link io.chameleon.policy.rival.RivalPropertiesTest}: what each of their plans keeps. */
@NullMarked
package io.chameleon.policy.rival;

import org.jspecify.annotations.NullMarked;
