/**
 * How an object's redundancy changes: the state machine, its events, and the write heat that decides them.
 *
 * <p>In: a state and an event, or a heat and a write. Out: the next one.
 *
 * <p>Start at {@link RedundancyState}, the one table of transitions, then {@link WriteHeat} (Chameleon III-B1, Eq. 1).
 *
 * <p>Invariant: a transition that is not in the table is an error, never a no-op.
 */
@NullMarked
package io.chameleon.core.redundancy;

import org.jspecify.annotations.NullMarked;
