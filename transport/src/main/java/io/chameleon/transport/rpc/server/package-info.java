/**
 * The side of a connection that answers: handshake, permission, memory, limits per connection, execution.
 *
 * <p>In: frames of a connection. Out: calls of {@link io.chameleon.transport.rpc.RpcHandler}, and their answers as
 * frames.
 *
 * <p>Start at {@link io.chameleon.transport.rpc.server.NettyRpcServer}, then {@code ServerConnection}, {@code Exchange}
 * and {@link io.chameleon.transport.rpc.server.Guard}.
 *
 * <p>Invariant: bytes count against the memory budget before they are read. Handlers are called on an event loop: they
 * must not wait.
 */
@NullMarked
package io.chameleon.transport.rpc.server;

import org.jspecify.annotations.NullMarked;
