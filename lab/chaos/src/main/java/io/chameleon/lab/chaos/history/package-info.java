/**
 * What clients did to each key, and whether any order of the operations explains it.
 *
 * <p>In: operations with their start, end and outcome. Out: for each key nothing, or the operation that cannot be
 * explained. No clock, network or thread of its own; nothing here knows of the store.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.history.History}; the checker is
 * {@link io.chameleon.lab.common.linearizability}.
 */
@NullMarked
package io.chameleon.lab.chaos.history;

import org.jspecify.annotations.NullMarked;
