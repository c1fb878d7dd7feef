/**
 * What simulated clients did and saw, and whether it is linearizable.
 *
 * <p>In: operations as clients issue and complete them. Out: the first violation.
 *
 * <p>Start at {@link io.chameleon.lab.simulation.history.History}.
 *
 * <p>Invariant: an operation without an answer took effect between its start and the end that virtual time sets it, or
 * never.
 */
@NullMarked
package io.chameleon.lab.simulation.history;

import org.jspecify.annotations.NullMarked;
