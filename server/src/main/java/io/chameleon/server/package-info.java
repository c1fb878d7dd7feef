/**
 * Flash servers: each serves the fragments of one simulated SSD over the network, one or several in a process.
 *
 * <p>In: put, get, delete, list, wear and drain requests. Out: their answers; an entry in ZooKeeper while the server is
 * up; metrics and health for operators.
 *
 * <p>Start at {@link io.chameleon.server.FlashProcess}, which puts the parts together, and
 * {@link io.chameleon.server.FlashServer}, what belongs to one device; then
 * {@link io.chameleon.server.FlashServerEndpoint} (the requests), {@link io.chameleon.server.store.FragmentStore} (the
 * storage) and {@link io.chameleon.server.FlashMonitor} (the wear of the device).
 *
 * <p>Invariant: no event loop waits for the device. A request that cannot be served is refused at once, with a code
 * that says what the caller can do.
 */
@NullMarked
package io.chameleon.server;

import org.jspecify.annotations.NullMarked;
