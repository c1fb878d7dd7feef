/**
 * What the persistent cache tier does to a stream of block requests: latency, data at risk, writes of flash and ENVM,
 * day by day (the paper's section VI).
 *
 * <p>In: a {@link io.chameleon.lab.ssd.envm.simulation.RequestLog} and a
 * {@link io.chameleon.lab.ssd.envm.simulation.SimulationConfig}. Out: a
 * {@link io.chameleon.lab.ssd.envm.simulation.SimulationReport}. No clock, no threads, no randomness: the same input
 * gives the same report.
 *
 * <p>Start at {@link io.chameleon.lab.ssd.envm.simulation.EnvmSimulation}, then
 * {@link io.chameleon.lab.ssd.envm.simulation.CostedMedia} (the latency model) and
 * {@link io.chameleon.lab.ssd.envm.simulation.EnvmSizing}.
 *
 * <p>Invariant: the decisions are those of {@link io.chameleon.simssd.envm.CacheTier}, the class that runs in a server.
 */
@NullMarked
package io.chameleon.lab.ssd.envm.simulation;

import org.jspecify.annotations.NullMarked;
