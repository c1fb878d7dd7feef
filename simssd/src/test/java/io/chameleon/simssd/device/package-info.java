/**
 * Tests of whole devices: comparison with a map, comparison with theory, crashes. Start at
 * {@link io.chameleon.simssd.device.FlashDeviceModelTest}.
 */
@NullMarked
package io.chameleon.simssd.device;

import org.jspecify.annotations.NullMarked;
