/**
 * {@code chameleon bench}: load on a running cluster through the SDK, and what it cost.
 *
 * <p>In: a {@link io.chameleon.cli.bench.Plan}. Out: a {@link io.chameleon.cli.bench.Result}. Start at
 * {@link io.chameleon.cli.bench.BenchCommand}, then {@link io.chameleon.cli.bench.Bench}, which loads, warms up and measures;
 * {@link io.chameleon.cli.bench.Load} is the loop of the workers.
 *
 * <p>Invariant: in an open loop the time of an operation counts from when it was due, never from when a worker got round to it.
 */
@NullMarked
package io.chameleon.cli.bench;

import org.jspecify.annotations.NullMarked;
