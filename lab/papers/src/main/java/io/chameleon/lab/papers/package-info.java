/**
 * {@code chameleon reproduce}: the figures and tables of the Chameleon and EDM papers, ours beside what is printed, and our own targets.
 *
 * <p>In: how much effort to take. Out: report.md, report.html, charts, CSV. What is run is a list: each {@link
 * io.chameleon.lab.papers.Figure} names the {@link io.chameleon.lab.papers.Cell}s it needs, cells that several need run once.
 *
 * <p>Start at {@link io.chameleon.lab.papers.ReproduceCommand}, then {@link io.chameleon.lab.papers.ChameleonFigures} and {@link
 * io.chameleon.lab.papers.Targets}.
 *
 * <p>Invariant: a printed number stands beside a measured one or beside the reason why there is none; what disagrees is said in a sentence.
 */
@NullMarked
package io.chameleon.lab.papers;

import org.jspecify.annotations.NullMarked;
