/**
 * How processes communicate: typed messages in frames over Netty, with deadlines, cancellation and back-pressure.
 *
 * <p>In: a {@link io.chameleon.transport.protocol.Message} for an {@link io.chameleon.transport.rpc.Endpoint}. Out: the
 * answering message, or a {@link io.chameleon.core.error.ChameleonError} that crossed the wire.
 *
 * <p>Start at {@link io.chameleon.transport.rpc.RpcClient} and {@link io.chameleon.transport.rpc.RpcHandler}, the two
 * sides of the network port. {@link io.chameleon.transport.protocol.MessageType} lists the messages;
 * docs/reference/wire.md draws the bytes.
 *
 * <p>Invariant: a length from the wire is checked before anything is allocated for it, and every payload buffer is
 * released exactly once.
 */
@NullMarked
package io.chameleon.transport.rpc;

import org.jspecify.annotations.NullMarked;
