/**
 * The side of a connection that asks: connections per endpoint, handshake, calls that wait for their answers.
 *
 * <p>In: calls of {@link io.chameleon.transport.rpc.RpcClient}. Out: frames, and a future for each answer.
 *
 * <p>Start at {@link io.chameleon.transport.rpc.client.NettyRpcClient}, then {@code EndpointPool} and
 * {@code ClientConnection}.
 *
 * <p>Invariant: a call ends once, with an answer, an error, or its time-out.
 */
@NullMarked
package io.chameleon.transport.rpc.client;

import org.jspecify.annotations.NullMarked;
