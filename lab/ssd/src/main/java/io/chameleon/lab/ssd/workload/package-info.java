/**
 * Drives a simulated device for experiments.
 *
 * <p>In: a {@link io.chameleon.simssd.FlashConfig}, a {@link io.chameleon.lab.ssd.workload.Workload} and a seed. Out:
 * write amplification in steady state ({@link io.chameleon.lab.ssd.workload.SteadyState}), or the evenness of wear and
 * the lifetime ({@link io.chameleon.lab.ssd.workload.Lifetime}). Devices are timing-only and in virtual time.
 *
 * <p>Start at {@link io.chameleon.lab.ssd.workload.SteadyState}, then {@link io.chameleon.lab.ssd.workload.WarmUp}
 * (when to begin measuring); {@link io.chameleon.lab.ssd.workload.PaperSetting} builds the devices of the paper's
 * tables and figures.
 *
 * <p>Invariant: the same settings and the same seed give the same result, on any machine and any number of threads.
 */
@NullMarked
package io.chameleon.lab.ssd.workload;

import org.jspecify.annotations.NullMarked;
