/** Tests of whole devices: against a map, against theory, against crashes. Start at {@link io.chameleon.simssd.device.FlashDeviceModelTest}. */
@NullMarked
package io.chameleon.simssd.device;

import org.jspecify.annotations.NullMarked;
