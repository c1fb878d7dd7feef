package io.chameleon.transport.rpc.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Limits the number of connections, in all and per address. Safe from any thread. */
public final class ConnectionLimits {
    private final int all;
    private final int perAddress;
    private final Map<InetAddress, Integer> open = new HashMap<>();
    private int total;

    public ConnectionLimits(int all, int perAddress) {
        this.all = all;
        this.perAddress = perAddress;
    }

    /** Counts a connection; returns why it must be refused, or null. */
    public synchronized @Nullable String admit(SocketAddress from) {
        if (total >= all) {
            return total + " connections are open";
        }
        if (from instanceof InetSocketAddress address) {
            int own = open.getOrDefault(address.getAddress(), 0);
            if (own >= perAddress) {
                return own + " connections are open from its address";
            }
            open.put(address.getAddress(), own + 1);
        }
        total++;
        return null;
    }

    /** An admitted connection was closed. */
    public synchronized void left(SocketAddress from) {
        total--;
        if (from instanceof InetSocketAddress address) {
            open.computeIfPresent(address.getAddress(), (unused, own) -> own == 1 ? null : own - 1);
        }
    }
}
