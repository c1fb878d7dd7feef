/**
 * {@code chameleon simssd envm}: the figures of the persistent cache tier's paper, from a trace or from a synthetic stand-in.
 *
 * <p>In: a trace file or a seed. Out: a table, JSON, pictures. The simulation is {@link io.chameleon.simssd.envm.simulation}; this room
 * chooses what to run and shows what came out.
 *
 * <p>Start at {@link io.chameleon.lab.ssd.envm.SimssdEnvmCommand}, then {@link io.chameleon.lab.ssd.envm.Study}.
 *
 * <p>Invariant: every answer names the workload it was made with, and a stand-in is called one.
 */
@NullMarked
package io.chameleon.lab.ssd.envm;

import org.jspecify.annotations.NullMarked;
