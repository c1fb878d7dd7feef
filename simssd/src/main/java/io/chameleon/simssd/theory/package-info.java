/**
 * What the garbage collection literature computes for a device of infinitely many blocks, to stand beside what a simulation of
 * finitely many measures.
 *
 * <p>In: the shape of a block, the spare factor, the victim selection and the workload as numbers. Out: write amplification and
 * how the blocks' fill is distributed. Nothing here writes a page, draws a random number or knows a device.
 *
 * <p>Start at {@link io.chameleon.simssd.theory.HotColdModel} (two write frontiers, the paper's section 3), then
 * {@link io.chameleon.simssd.theory.FrontierChain} (its matrix K) and
 * {@link io.chameleon.simssd.theory.PseudoTransient} (how the fixed point is found);
 * {@link io.chameleon.simssd.theory.UniformModel} is the classic case of one frontier and uniform random writes.
 *
 * <p>"The paper" is Verschoren and Van Houdt, <em>How to improve the performance of the d-choices garbage collection algorithm in
 * flash-based SSDs</em>, 2019; "GC reading n" is how we take its unclear places (docs/reference/readings.md).
 *
 * <p>Invariant: a fixed point that is returned has a residual below {@link io.chameleon.simssd.theory.FixedPoint#TOLERANCE}.
 */
@NullMarked
package io.chameleon.simssd.theory;

import org.jspecify.annotations.NullMarked;
