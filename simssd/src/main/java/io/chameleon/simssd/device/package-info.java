/**
 * Makes devices of the other packages' parts.
 *
 * <p>In: a {@link io.chameleon.simssd.FlashConfig}, and perhaps an image file. Out: a {@link io.chameleon.simssd.FlashDevice} that is
 * mounted and ready.
 *
 * <p>Start at {@link io.chameleon.simssd.device.FlashDevices}, then {@link io.chameleon.simssd.device.FlashDeviceBuilder} (all there is
 * to choose) and {@link io.chameleon.simssd.device.SimulatedFlashDevice} (locks, and which part does what);
 * {@link io.chameleon.simssd.device.PowerCutFlash} is flash whose power can be cut.
 *
 * <p>Invariant: operations take effect one at a time; a thread that waits for a sync holds up no other.
 */
@NullMarked
package io.chameleon.simssd.device;

import org.jspecify.annotations.NullMarked;
