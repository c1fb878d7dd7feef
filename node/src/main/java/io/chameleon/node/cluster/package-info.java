/**
 * A whole cluster in one process, over real sockets on loopback: for {@code chameleon dev}, the demo and tests.
 *
 * <p>In: a {@link io.chameleon.node.cluster.DevClusterConfig}. Out: a running cluster, and {@code cluster.json} in its
 * data directory, by which other commands find it.
 *
 * <p>Start at {@link io.chameleon.node.cluster.DevCluster}; {@link io.chameleon.node.cluster.ClusterLayout} describes
 * its data directory.
 *
 * <p>Invariant: what was acknowledged on medium IMAGE survives a restart, however the process ended.
 */
@NullMarked
package io.chameleon.node.cluster;

import org.jspecify.annotations.NullMarked;
