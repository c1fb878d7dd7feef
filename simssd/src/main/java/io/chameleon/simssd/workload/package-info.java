/**
 * Drives a simulated device for experiments.
 *
 * <p>In: a {@link io.chameleon.simssd.FlashConfig}, a {@link io.chameleon.simssd.workload.Workload} and a seed. Out: write
 * amplification in steady state ({@link io.chameleon.simssd.workload.SteadyState}), or how evenly and how long a device wears
 * ({@link io.chameleon.simssd.workload.Lifetime}). Devices are timing-only and in virtual time.
 *
 * <p>Start at {@link io.chameleon.simssd.workload.SteadyState}, then {@link io.chameleon.simssd.workload.WarmUp} (when to begin
 * measuring); {@link io.chameleon.simssd.workload.PaperSetting} builds the devices of the paper's tables and figures.
 *
 * <p>Invariant: the same settings and the same seed give the same result, on any machine and any number of threads.
 */
@NullMarked
package io.chameleon.simssd.workload;

import org.jspecify.annotations.NullMarked;
