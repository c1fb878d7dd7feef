/**
 * Clients that use a cluster under faults, and record what they did.
 *
 * <p>In: a cluster, and a seed. Out: a {@link io.chameleon.lab.chaos.history.History} and counts.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.load.Load}, then {@link io.chameleon.lab.chaos.load.Worker}.
 *
 * <p>Invariant: every write has a value of its own, and every operation that may have happened is in the history.
 */
@NullMarked
package io.chameleon.lab.chaos.load;

import org.jspecify.annotations.NullMarked;
