/**
 * The world in which the processes of a simulated cluster live: virtual time, threads, a network, chance.
 *
 * <p>In: a seed. Out: the same order of events for the same seed. Start at
 * {@link io.chameleon.lab.simulation.world.VirtualTime}, then {@link io.chameleon.lab.simulation.world.SimProcess} and
 * {@link io.chameleon.lab.simulation.world.SimNetwork}.
 *
 * <p>Invariant: exactly one thing runs at a time, and what runs next depends on the seed alone.
 */
@NullMarked
package io.chameleon.lab.simulation.world;

import org.jspecify.annotations.NullMarked;
