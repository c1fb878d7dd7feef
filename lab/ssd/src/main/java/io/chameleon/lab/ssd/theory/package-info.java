/**
 * Models from the garbage collection literature for a device of infinitely many blocks, to compare with simulations of
 * finitely many.
 *
 * <p>In: the shape of a block, the spare factor, the victim selection and the workload as numbers. Out: write
 * amplification and the distribution of the blocks' fill. Nothing here writes a page, draws a random number or uses a
 * device.
 *
 * <p>Start at {@link io.chameleon.lab.ssd.theory.HotColdModel} (two write frontiers, the paper's section 3), then
 * {@link io.chameleon.lab.ssd.theory.FrontierChain} (its matrix K) and
 * {@link io.chameleon.lab.ssd.theory.PseudoTransient} (how the fixed point is found);
 * {@link io.chameleon.lab.ssd.theory.UniformModel} is the classic case of one frontier and uniform random writes.
 *
 * <p>"The paper" is Verschoren and Van Houdt, <em>How to improve the performance of the d-choices garbage collection
 * algorithm in flash-based SSDs</em>, 2019; "GC reading n" is how we read its unclear places
 * (docs/reference/readings.md).
 *
 * <p>Invariant: a fixed point that is returned has a residual below
 * {@link io.chameleon.lab.ssd.theory.FixedPoint#TOLERANCE}.
 */
@NullMarked
package io.chameleon.lab.ssd.theory;

import org.jspecify.annotations.NullMarked;
