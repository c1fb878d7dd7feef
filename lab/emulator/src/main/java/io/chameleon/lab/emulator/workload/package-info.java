/**
 * Workloads to replay: objects and requests, from recordings and from models.
 *
 * <p>In: traces, model parameters, a seed. Out: {@link io.chameleon.lab.emulator.workload.Workload}s.
 *
 * <p>Start at {@link io.chameleon.lab.emulator.workload.Workload}, then
 * {@link io.chameleon.lab.emulator.workload.SyntheticWorkloads} and the models it names.
 *
 * <p>Invariant: a workload made by a model says so, wherever it is shown, and is the same for the same scale and seed.
 */
@NullMarked
package io.chameleon.lab.emulator.workload;

import org.jspecify.annotations.NullMarked;
