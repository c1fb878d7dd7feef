/**
 * JMH benchmarks of the parts, each measured alone.
 *
 * <p>In: the modules as built. Out: figures on stdout; benchmarks/README.md says how to run them and what we measured.
 *
 * <p>Start at {@link io.chameleon.benchmarks.FtlBenchmark}.
 *
 * <p>Invariant: a benchmark reaches its steady state in setup, never in the measured loop.
 */
@NullMarked
package io.chameleon.benchmarks;

import org.jspecify.annotations.NullMarked;
