/**
 * Client and server in one process, without sockets: the network of tests and of the simulation.
 *
 * <p>In: calls of {@link io.chameleon.transport.rpc.RpcClient}. Out: calls of the
 * {@link io.chameleon.transport.rpc.RpcHandler} that is bound to the endpoint.
 *
 * <p>Invariant: headers cross as bytes, as on a socket.
 */
@NullMarked
package io.chameleon.transport.rpc.loopback;

import org.jspecify.annotations.NullMarked;
