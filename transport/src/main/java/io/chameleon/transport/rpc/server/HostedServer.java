package io.chameleon.transport.rpc.server;

import io.chameleon.transport.rpc.RpcHandler;

/**
 * A flash server of a process, which may host several behind one port.
 *
 * @param id under which it is registered
 * @param handler of the requests to it
 */
public record HostedServer(String id, RpcHandler handler) {}
