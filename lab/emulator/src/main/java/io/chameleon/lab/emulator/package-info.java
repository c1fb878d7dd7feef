/**
 * The virtual cluster: replays a workload through the product's own policies, mapping rules and flash device, in trace
 * time.
 *
 * <p>In: a {@link io.chameleon.lab.emulator.workload.Workload} and an {@link EmulationSpec}. Out: an
 * {@link EmulationResult}.
 *
 * <p>This package decides nothing: {@code policy} decides which object moves where, {@code core} what a write does to
 * an object's row, {@code simssd} what it does to flash.
 */
@NullMarked
package io.chameleon.lab.emulator;

import org.jspecify.annotations.NullMarked;
