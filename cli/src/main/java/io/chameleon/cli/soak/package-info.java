/**
 * Writes and verifies continuously. An operator runs it during an upgrade, the chart as its test, and the chaos suite
 * while it kills processes.
 *
 * <p>In: a client of a running cluster. Out: counts of operations, and every object that does not hold what was
 * acknowledged.
 *
 * <p>Start at {@link io.chameleon.cli.soak.Soak}. {@link io.chameleon.cli.soak.KeyLedger} decides what an object may
 * hold.
 *
 * <p>Invariant: a loss is never counted as unavailability. An object that stays unreadable at the end, after patient
 * retries, is lost.
 */
@NullMarked
package io.chameleon.cli.soak;

import org.jspecify.annotations.NullMarked;
