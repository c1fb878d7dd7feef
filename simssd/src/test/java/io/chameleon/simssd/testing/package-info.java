/** What the tests of the flash device share. Start at {@link io.chameleon.simssd.testing.TestPages}. */
@NullMarked
package io.chameleon.simssd.testing;

import org.jspecify.annotations.NullMarked;
