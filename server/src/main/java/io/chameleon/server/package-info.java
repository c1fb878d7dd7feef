/**
 * The flash server: one process, one simulated SSD, its fragments on the network.
 *
 * <p>In: put, get, delete, list, wear and drain requests. Out: their answers; an entry in ZooKeeper while the server is up;
 * metrics and health for operators.
 *
 * <p>Start at {@link io.chameleon.server.FlashServer}, which puts the parts together, then
 * {@link io.chameleon.server.FlashServerEndpoint} (what is asked), {@link io.chameleon.server.store.FragmentStore} (where it is
 * kept) and {@link io.chameleon.server.FlashMonitor} (how the device wears).
 *
 * <p>Invariant: no event loop waits for the device, and what cannot be served is refused at once with a code that says what
 * the caller can do.
 */
@NullMarked
package io.chameleon.server;

import org.jspecify.annotations.NullMarked;
