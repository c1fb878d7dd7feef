/**
 * Assembles devices from the parts in the other packages.
 *
 * <p>In: a {@link io.chameleon.simssd.FlashConfig}, and optionally an image file. Out: a
 * {@link io.chameleon.simssd.FlashDevice} that is mounted and ready.
 *
 * <p>Start at {@link io.chameleon.simssd.device.FlashDevices}, then
 * {@link io.chameleon.simssd.device.FlashDeviceBuilder} (all options),
 * {@link io.chameleon.simssd.device.SimulatedFlashDevice} (which part does what) and
 * {@link io.chameleon.simssd.device.DeviceTurns} (its locks); {@link io.chameleon.simssd.device.PowerCutFlash} is flash
 * whose power can be cut.
 *
 * <p>Invariant: operations take effect one at a time; a thread that waits for a sync blocks no other.
 */
@NullMarked
package io.chameleon.simssd.device;

import org.jspecify.annotations.NullMarked;
