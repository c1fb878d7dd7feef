/** Tests of the flash device: against a map, against theory, against crashes. Start at {@link io.chameleon.simssd.FlashDeviceModelTest}. */
@NullMarked
package io.chameleon.simssd;

import org.jspecify.annotations.NullMarked;
