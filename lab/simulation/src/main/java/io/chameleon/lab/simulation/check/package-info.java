/**
 * What must hold in a cluster, whatever fails.
 *
 * <p>In: the history of what clients asked and were told, the mapping table, and what servers hold. Out: a violation,
 * or none. Start at {@link io.chameleon.lab.simulation.history.RegisterCheck} (linearizability of each key, by the
 * laboratory's one checker) and {@link io.chameleon.lab.simulation.check.Invariants} (those of docs/architecture.md).
 */
@NullMarked
package io.chameleon.lab.simulation.check;

import org.jspecify.annotations.NullMarked;
