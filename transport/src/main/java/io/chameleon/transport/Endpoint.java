package io.chameleon.transport;

import io.chameleon.core.Require;
import io.chameleon.core.ServerInfo;

/**
 * Where a process listens, and which flash server it has to be: addresses are used again, and a fragment must not be stored on, nor
 * deleted from, whoever has come to listen at that of another; nor may another cluster.
 *
 * @param server id of the flash server that must answer; empty: whoever listens there
 * @param cluster id of the cluster that it must belong to; empty: not known, or whichever
 */
public record Endpoint(String host, int port, String server, String cluster) {
    public Endpoint {
        if (host.isBlank() || port <= 0 || port > 65_535) {
            throw Require.violation("endpoint", host + ":" + port, "host:port");
        }
    }

    /** Whoever listens there. */
    public Endpoint(String host, int port) {
        this(host, port, "", "");
    }

    public static Endpoint of(ServerInfo server) {
        return new Endpoint(
                server.host(),
                server.port(),
                server.id().value(),
                server.identity().cluster());
    }

    /** The same place, if that flash server answers there; with an empty id, whoever does. */
    public Endpoint as(String flashServer) {
        return new Endpoint(host, port, flashServer, cluster);
    }

    /** The same, if what answers there belongs to that cluster; with an empty id, whichever it belongs to. */
    public Endpoint in(String wantedCluster) {
        return new Endpoint(host, port, server, wantedCluster);
    }

    /** The same place, whoever listens there. */
    public Endpoint address() {
        return new Endpoint(host, port);
    }

    /**
     * Throws an error of a connection that never was, if another flash server answers here, or one of another cluster.
     *
     * @param answering what it calls itself; empty if it does not say, as one that is no flash server or older than that word
     * @param answeringCluster which cluster it belongs to; empty if it does not say
     */
    void requireAnswered(String answering, String answeringCluster) {
        if (isOther(cluster, answeringCluster)) {
            throw new NotExecutedError("no connection to " + this + ": a process of cluster " + answeringCluster
                    + " answers, expected cluster " + cluster);
        }
        if (isOther(server, answering)) {
            throw new NotExecutedError("no connection to " + this + ": flash server '" + answering
                    + "' answers, expected '" + server + "'");
        }
    }

    /** Whether both are known, and differ. */
    static boolean isOther(String one, String another) {
        return !one.isEmpty() && !another.isEmpty() && !one.equals(another);
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
