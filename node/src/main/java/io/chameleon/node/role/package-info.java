/**
 * The roles of a cluster, wired: flash server, metadata service, balancer. The one place where the rooms meet
 * (docs/architecture.md, "Rooms").
 *
 * <p>In: the typed configuration of a role. Out: a running role, to be closed.
 *
 * <p>Start at {@link io.chameleon.node.role.MetadataRole}, {@link io.chameleon.node.role.FlashRole} and
 * {@link io.chameleon.node.role.BalancerRole}. Each is a process of its own in a real cluster, and a part of
 * {@link io.chameleon.node.cluster.DevCluster} on a developer's machine. {@link io.chameleon.node.role.PostgresRole}
 * and {@link io.chameleon.node.role.ZooKeeperRole} serve installations that have no PostgreSQL and ZooKeeper of their
 * own.
 *
 * <p>Invariant: a role that fails to start leaves nothing open.
 */
@NullMarked
package io.chameleon.node.role;

import org.jspecify.annotations.NullMarked;
