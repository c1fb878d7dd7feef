/** Helpers shared by the tests of the flash device. Start at {@link io.chameleon.simssd.testing.TestPages}. */
@NullMarked
package io.chameleon.simssd.testing;

import org.jspecify.annotations.NullMarked;
