/**
 * What the persistent cache tier does to a stream of block requests: latency, data at risk, writes of flash and ENVM, day by day (the
 * paper's section VI).
 *
 * <p>In: a {@link io.chameleon.simssd.envm.simulation.RequestLog} and a {@link io.chameleon.simssd.envm.simulation.SimulationConfig}. Out: a
 * {@link io.chameleon.simssd.envm.simulation.SimulationReport}. No clock, no threads, no chance: the same input gives the same report.
 *
 * <p>Start at {@link io.chameleon.simssd.envm.simulation.EnvmSimulation}, then
 * {@link io.chameleon.simssd.envm.simulation.CostedMedia} (the latency model) and {@link io.chameleon.simssd.envm.simulation.EnvmSizing}.
 *
 * <p>Invariant: the decisions are those of {@link io.chameleon.simssd.envm.CacheTier}, the class that runs in a server.
 */
@NullMarked
package io.chameleon.simssd.envm.simulation;

import org.jspecify.annotations.NullMarked;
