/**
 * {@code chameleon simssd envm}: the figures of the persistent cache tier's paper, from a trace or from a synthetic
 * stand-in.
 *
 * <p>In: a trace file or a seed. Out: a table, JSON, pictures. The simulation is
 * {@link io.chameleon.lab.ssd.envm.simulation}; this package chooses what to run and shows the results.
 *
 * <p>Start at {@link io.chameleon.lab.ssd.envm.SimssdEnvmCommand}, then {@link io.chameleon.lab.ssd.envm.Study}.
 *
 * <p>Invariant: every answer names its workload, and a stand-in is called one.
 */
@NullMarked
package io.chameleon.lab.ssd.envm;

import org.jspecify.annotations.NullMarked;
