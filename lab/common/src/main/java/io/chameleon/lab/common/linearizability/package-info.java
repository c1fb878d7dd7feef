/**
 * Whether any order of what clients did to one key makes sense: the one checker of all tools that disturb a store.
 *
 * <p>In: operations with their start, end and outcome. Out: nothing, or the operation that cannot be explained. No
 * clock, network or thread of its own; nothing here knows of the store.
 *
 * <p>Start at {@link io.chameleon.lab.common.linearizability.LinearizabilityCheck}, then
 * {@link io.chameleon.lab.common.linearizability.Witnessed}.
 *
 * <p>Invariant: a history of a linearizable store is never refused, whatever outcomes stayed unknown.
 */
@NullMarked
package io.chameleon.lab.common.linearizability;

import org.jspecify.annotations.NullMarked;
