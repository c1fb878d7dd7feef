package io.chameleon.transport;

import io.chameleon.core.Require;
import io.chameleon.core.ServerInfo;

/** Where a process listens. */
public record Endpoint(String host, int port) {
    public Endpoint {
        Require.that(!host.isBlank() && port > 0 && port <= 65_535, "endpoint", host + ":" + port, "host:port");
    }

    public static Endpoint of(ServerInfo server) {
        return new Endpoint(server.host(), server.port());
    }

    /** Parses {@code host:port}; an IPv6 host stands in brackets. */
    public static Endpoint parse(String text) {
        int colon = text.lastIndexOf(':');
        boolean digits = colon > 0 && text.substring(colon + 1).matches("\\d{1,5}");
        Require.that(digits, "endpoint", text, "host:port");
        String host = text.substring(0, colon).replaceAll("^\\[|]$", "");
        return new Endpoint(host, Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
