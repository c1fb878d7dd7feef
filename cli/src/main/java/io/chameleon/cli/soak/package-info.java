/**
 * Writes and verifies continuously: what an operator runs beside an upgrade, a chart as its test, and the chaos suite while it kills.
 *
 * <p>In: a client of a running cluster. Out: counts of what was done, and every object that did not hold what was acknowledged.
 *
 * <p>Start at {@link io.chameleon.cli.soak.Soak}. {@link io.chameleon.cli.soak.KeyLedger} decides what an object may hold.
 *
 * <p>Invariant: a loss is never counted as unavailability. An object that cannot be read at the end, with patience, is lost.
 */
@NullMarked
package io.chameleon.cli.soak;

import org.jspecify.annotations.NullMarked;
