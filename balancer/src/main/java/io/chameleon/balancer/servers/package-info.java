/**
 * The flash servers as the balancer sees them: identity, wear, usage and contents, and access to their fragments.
 *
 * <p>In: the cluster view of the metadata service. Out: answers of servers, each awaited until a deadline, and checked
 * fragments.
 *
 * <p>Start at {@link io.chameleon.balancer.servers.FlashServers}, then {@link io.chameleon.balancer.servers.FragmentIo}
 * (fragments of one round) and {@link io.chameleon.balancer.servers.Headroom} (room reserved before a byte moves).
 *
 * <p>Invariant: a silent server costs its callers one short wait, and then none for a while.
 */
@NullMarked
package io.chameleon.balancer.servers;

import org.jspecify.annotations.NullMarked;
