/**
 * The vocabulary of a reproduction: cells to run, their results, series, claims, figures and sections of the report.
 *
 * <p>In: results of the emulator. Out: figures with the printed numbers beside the measured ones.
 *
 * <p>Start at {@link io.chameleon.lab.papers.figure.Figure}, then {@code Cell} and {@code Claim}.
 *
 * <p>Invariant: a claim states what the paper prints, what was measured, and whether they agree.
 */
@NullMarked
package io.chameleon.lab.papers.figure;

import org.jspecify.annotations.NullMarked;
