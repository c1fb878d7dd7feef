/**
 * {@code chameleon sim}: simulated clusters with faults, seed by seed.
 *
 * <p>In: seeds, hours, faults. Out: what happened, and for a seed that went wrong how to see it again. What is simulated and checked is
 * {@link io.chameleon.lab.simulation}'s.
 *
 * <p>Invariant: the exit code is 0 exactly if no run violated anything.
 */
@NullMarked
package io.chameleon.lab.simulation.command;

import org.jspecify.annotations.NullMarked;
