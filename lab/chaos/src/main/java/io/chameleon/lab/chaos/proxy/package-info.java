/**
 * A TCP proxy in one process that makes the network between others fail: silence in one direction or both, delay,
 * resets.
 *
 * <p>In: which process connects to which. Out: addresses to connect to, and {@link io.chameleon.lab.chaos.proxy.Link}s
 * to disturb.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.proxy.FaultProxy}, then {@link io.chameleon.lab.chaos.proxy.Relay}.
 *
 * <p>Invariant: bytes arrive in order and unchanged, or the connection ends.
 */
@NullMarked
package io.chameleon.lab.chaos.proxy;

import org.jspecify.annotations.NullMarked;
