/**
 * {@code chameleon sim}: simulated clusters with faults, seed by seed.
 *
 * <p>In: seeds, hours, faults. Out: what happened, and how to reproduce a seed that failed.
 * {@link io.chameleon.lab.simulation} simulates and checks.
 *
 * <p>Invariant: the exit code is 0 exactly if no run violated anything.
 */
@NullMarked
package io.chameleon.lab.simulation.command;

import org.jspecify.annotations.NullMarked;
