/**
 * {@code chameleon reproduce}: the figures and tables of the Chameleon and EDM papers, ours beside the printed ones,
 * and our own targets.
 *
 * <p>In: how much effort to spend. Out: report.md, report.html, charts, CSV. Each
 * {@link io.chameleon.lab.papers.figure.Figure} lists the {@link io.chameleon.lab.papers.figure.Cell}s it needs; a cell
 * that several figures need runs once.
 *
 * <p>Start at {@link io.chameleon.lab.papers.ReproduceCommand}, then {@link io.chameleon.lab.papers.ChameleonFigures}
 * and {@link io.chameleon.lab.papers.Targets}.
 *
 * <p>Invariant: beside each printed number is a measured one, or the reason why there is none; a sentence explains each
 * disagreement.
 */
@NullMarked
package io.chameleon.lab.papers;

import org.jspecify.annotations.NullMarked;
