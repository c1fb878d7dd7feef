/**
 * {@code chameleon bench}: puts load on a running cluster through the SDK, and reports what it cost.
 *
 * <p>In: a {@link io.chameleon.lab.bench.Plan}. Out: a {@link io.chameleon.lab.bench.Result}. Start at
 * {@link io.chameleon.lab.bench.BenchCommand}, then {@link io.chameleon.lab.bench.Bench}, which loads, warms up and
 * measures; {@link io.chameleon.lab.bench.Load} is the workers' loop.
 *
 * <p>Invariant: in an open loop the time of an operation counts from when it was due, never from when a worker started
 * it.
 */
@NullMarked
package io.chameleon.lab.bench;

import org.jspecify.annotations.NullMarked;
