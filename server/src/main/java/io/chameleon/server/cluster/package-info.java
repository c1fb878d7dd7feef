/**
 * A flash server as a member of its cluster: which one its device belongs to, and its entry in ZooKeeper.
 *
 * <p>In: the id of the cluster, by ZooKeeper and by the device. Out: the registration; a refusal of requests of others.
 *
 * <p>Start at {@link io.chameleon.server.cluster.Membership}, then {@link io.chameleon.server.cluster.Registration}.
 *
 * <p>Invariant: a server whose device is another cluster's is never registered, and serves nothing.
 */
@NullMarked
package io.chameleon.server.cluster;

import org.jspecify.annotations.NullMarked;
