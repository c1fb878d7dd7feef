package io.chameleon.s3.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request: the peer of the connection, or whom a trusted proxy names.
 *
 * @param address with port 0 if a proxy named it; null if the connection was gone before it was asked
 * @param secure whether the client sent it by TLS
 */
public record Client(@Nullable InetSocketAddress address, boolean secure) {
    /** The address alone, as policies compare it: without port and zone. */
    public @Nullable String ip() {
        return address == null || address.isUnresolved()
                ? null
                : address.getAddress().getHostAddress().replaceFirst("%.*", "");
    }

    /** As the log shows it. */
    @Override
    public String toString() {
        return address != null && address.getPort() == 0
                ? String.valueOf(address.getAddress())
                : String.valueOf(address);
    }
}
