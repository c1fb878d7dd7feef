package io.chameleon.transport;

import io.chameleon.core.Require;
import io.chameleon.core.ServerInfo;

/**
 * Where a process listens, and which flash server it has to be: addresses are used again, and a fragment must not be stored on, nor
 * deleted from, whoever has come to listen at that of another.
 *
 * @param server id of the flash server that must answer; empty: whoever listens there
 */
public record Endpoint(String host, int port, String server) {
    public Endpoint {
        if (host.isBlank() || port <= 0 || port > 65_535) {
            throw Require.violation("endpoint", host + ":" + port, "host:port");
        }
    }

    /** Whoever listens there. */
    public Endpoint(String host, int port) {
        this(host, port, "");
    }

    public static Endpoint of(ServerInfo server) {
        return new Endpoint(server.host(), server.port(), server.id().value());
    }

    /** The same place, if that flash server answers there; with an empty id, whoever does. */
    public Endpoint as(String flashServer) {
        return new Endpoint(host, port, flashServer);
    }

    /**
     * Throws an error of a connection that never was, if another flash server answers here.
     *
     * @param answering what it calls itself; empty if it does not say, as one that is no flash server or older than that word
     */
    void requireAnswered(String answering) {
        if (!server.isEmpty() && !answering.isEmpty() && !server.equals(answering)) {
            throw new NotExecutedError("no connection to " + this + ": flash server '" + answering
                    + "' answers, expected '" + server + "'");
        }
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
