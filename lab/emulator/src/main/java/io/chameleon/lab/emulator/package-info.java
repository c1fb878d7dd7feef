/**
 * The virtual cluster: replays a workload through the product's own policies, mapping rules and flash device, in trace time.
 *
 * <p>In: a {@link io.chameleon.lab.emulator.workload.Workload} and an {@link EmulationSpec}. Out: an {@link EmulationResult}.
 *
 * <p>Nothing is decided here: who moves where is {@code policy}'s, what a write does to an object's row is {@code core}'s, what it does to
 * flash is {@code simssd}'s.
 */
@NullMarked
package io.chameleon.lab.emulator;

import org.jspecify.annotations.NullMarked;
