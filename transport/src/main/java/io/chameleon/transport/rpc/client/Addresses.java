package io.chameleon.transport.rpc.client;

import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.OwnListeners;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * The addresses of an endpoint, in the order to try them.
 *
 * @param inProcess whether a server in this process is called without a socket
 */
record Addresses(NettyRpcClient.Resolver names, boolean inProcess) {
    /** Of a host that is an address itself; none if it is a name, or has a zone, which bytes do not tell. */
    List<SocketAddress> literal(Endpoint endpoint) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(endpoint.host());
        return literal == null || endpoint.host().indexOf('%') >= 0 ? List.of() : targets(endpoint, address(literal));
    }

    /** May wait. */
    List<SocketAddress> lookUp(Endpoint endpoint) throws UnknownHostException {
        return targets(endpoint, names.resolve(endpoint.host()));
    }

    private static InetAddress address(byte[] literal) {
        try {
            return InetAddress.getByAddress(literal);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + literal.length + " bytes", e);
        }
    }

    private List<SocketAddress> targets(Endpoint endpoint, InetAddress... addresses) {
        List<SocketAddress> targets = new ArrayList<>();
        for (InetAddress address : addresses) {
            InetSocketAddress target = new InetSocketAddress(address, endpoint.port());
            targets.addAll(inProcess ? OwnListeners.before(target) : List.of(target));
        }
        return targets;
    }
}
