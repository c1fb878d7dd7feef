/**
 * What clients did to each key, and whether any order of it makes sense.
 *
 * <p>In: operations with their start, end and outcome. Out: for each key nothing, or the operation that cannot be explained. No
 * clock, network or thread of its own; nothing here knows of the store.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.history.KeyChecker}, then {@link io.chameleon.lab.chaos.history.Witnessed}.
 *
 * <p>Invariant: a history of a linearizable store is never refused, whatever outcomes stayed unknown.
 */
@NullMarked
package io.chameleon.lab.chaos.history;

import org.jspecify.annotations.NullMarked;
