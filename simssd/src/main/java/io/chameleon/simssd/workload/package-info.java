/**
 * Drives a simulated device for experiments.
 *
 * <p>In: a {@link io.chameleon.simssd.SimulatedFlashDevice} and a source of writes. Out: the device in the state that is to be measured.
 *
 * <p>Start at {@link io.chameleon.simssd.workload.WarmUp}.
 *
 * <p>Invariant: the same seeds and the same settings give the same device.
 */
@NullMarked
package io.chameleon.simssd.workload;

import org.jspecify.annotations.NullMarked;
