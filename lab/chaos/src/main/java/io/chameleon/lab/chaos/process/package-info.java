/**
 * A cluster of processes that can be killed, paused and restarted one by one.
 *
 * <p>In: a {@link io.chameleon.lab.chaos.process.ClusterSpec}. Out: a running
 * {@link io.chameleon.lab.chaos.process.ProcessCluster} and its {@link io.chameleon.lab.chaos.process.Member}s.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.process.ProcessCluster}, then
 * {@link io.chameleon.lab.chaos.process.Blueprint}.
 *
 * <p>Invariant: a member restarts with the port and the data it had; closing the cluster leaves no process behind.
 */
@NullMarked
package io.chameleon.lab.chaos.process;

import org.jspecify.annotations.NullMarked;
