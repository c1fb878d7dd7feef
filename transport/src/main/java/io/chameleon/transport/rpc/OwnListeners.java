package io.chameleon.transport.rpc;

import io.netty.channel.local.LocalAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a client finds the servers of its own process. A server that listens at an address also listens under a name made
 * of it, which Netty knows within the process. A client tries that name before the address. So a connection within the
 * process is one like any other, with the same frames, handshake and limits, but its bytes stay where they are: nothing
 * is copied, and no system call is made.
 */
public final class OwnListeners {
    private OwnListeners() {}

    /** The name of a server that listens at {@code bound}. */
    public static LocalAddress name(InetSocketAddress bound) {
        InetAddress address = bound.getAddress();
        return name(address.isAnyLocalAddress() ? "*" : address.getHostAddress(), bound.getPort());
    }

    private static LocalAddress name(String address, int port) {
        return new LocalAddress("chameleon " + address + " " + port);
    }

    /** The addresses to try in turn, those within this process first. */
    public static List<SocketAddress> before(InetSocketAddress target) {
        List<SocketAddress> all = new ArrayList<>();
        all.add(name(target));
        if (isOwn(target.getAddress())) {
            all.add(name("*", target.getPort()));
        }
        all.add(target);
        return all;
    }

    private static boolean isOwn(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false; // sockets lead there all the same
        }
    }
}
