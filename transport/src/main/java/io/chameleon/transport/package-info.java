/**
 * How processes talk: typed messages in frames over Netty, with deadlines, cancellation and back-pressure.
 *
 * <p>In: a {@link io.chameleon.transport.Message} for an {@link io.chameleon.transport.Endpoint}. Out: the answering message,
 * or a {@link io.chameleon.core.error.ChameleonError} that crossed the wire.
 *
 * <p>Start at {@link io.chameleon.transport.RpcClient} and {@link io.chameleon.transport.RpcHandler}, the two sides of the
 * network port; {@link io.chameleon.transport.MessageType} lists what travels; docs/reference/wire.md draws the bytes.
 *
 * <p>Invariant: a length from the wire is checked before anything is allocated for it, and every payload buffer is released
 * exactly once.
 */
@NullMarked
package io.chameleon.transport;

import org.jspecify.annotations.NullMarked;
