/**
 * The simulated cluster (docs/internals/simulation.md): SDK, metadata service, balancer and flash servers, in the
 * product's own classes, in one thread and virtual time, with faults and checkers.
 *
 * <p>In: a {@link io.chameleon.lab.simulation.SimulationSpec}, which is a seed and a length. Out: a
 * {@link io.chameleon.lab.simulation.SimulationResult}, which is a violation or none. Start at
 * {@link io.chameleon.lab.simulation.Simulation}.
 *
 * <p>Invariant: the same seed on the same code gives the same run, event by event.
 */
@NullMarked
package io.chameleon.lab.simulation;

import org.jspecify.annotations.NullMarked;
