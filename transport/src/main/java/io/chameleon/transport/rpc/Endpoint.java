package io.chameleon.transport.rpc;

import io.chameleon.core.Require;
import io.chameleon.core.ServerInfo;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a process listens, and which flash server it must be. Addresses are reused: no fragment may be stored on, or
 * deleted from, another server or another cluster that now listens at the address.
 *
 * @param server id of the flash server that must answer; empty accepts any
 * @param cluster id of the cluster that it must belong to; empty if unknown, or to accept any
 */
public record Endpoint(String host, int port, String server, String cluster) {
    private static final Pattern FORM = Pattern.compile("(?:\\[([^\\[\\]]+)]|([^:\\[\\]]+)):(\\d{1,5})");
    /** In no host's name; people separate addresses by them. */
    private static final Pattern SEVERAL = Pattern.compile("[,;\\s]");

    public Endpoint {
        if (host.isBlank() || port <= 0 || port > 65_535) {
            throw Require.violation("endpoint", text(host, port), "host:port");
        }
    }

    /** Any process that listens there. */
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

    /** The same address, if that flash server answers there; an empty id accepts any process. */
    public Endpoint as(String flashServer) {
        return new Endpoint(host, port, flashServer, cluster);
    }

    /** The same, if the process there belongs to that cluster; an empty id accepts any cluster. */
    public Endpoint in(String wantedCluster) {
        return new Endpoint(host, port, server, wantedCluster);
    }

    /** The process that hosts the flash server: the servers of one process share connections. */
    public Endpoint process() {
        return as("");
    }

    /** The same address, whichever process listens there. */
    public Endpoint address() {
        return new Endpoint(host, port);
    }

    /**
     * Throws an error as if the connection had failed, if a process of another cluster answers here.
     *
     * @param answering which cluster it belongs to; empty if it names none
     */
    public void requireCluster(String answering) {
        if (isOther(cluster, answering)) {
            throw new NotExecutedError("no connection to " + this + ": a process of cluster " + answering
                    + " answers, expected cluster " + cluster);
        }
    }

    /**
     * The number of the wanted flash server within the process that answers here. Throws an error as if the connection
     * had failed, if the process does not host it.
     *
     * @param answering the ids of its flash servers; none if it names none, as processes that are not flash servers and
     *     older ones do
     */
    public int numberAmong(List<String> answering) {
        int number = server.isEmpty() || answering.isEmpty() ? 0 : answering.indexOf(server);
        if (number < 0) {
            throw new NotExecutedError("no connection to " + this + ": flash server '" + String.join("', '", answering)
                    + "' answers, expected '" + server + "'");
        }
        return number;
    }

    /** Whether both are known and differ. */
    public static boolean isOther(String one, String another) {
        return !one.isEmpty() && !another.isEmpty() && !one.equals(another);
    }

    /** Parses {@code host:port}; an IPv6 host is in brackets. */
    public static Endpoint parse(String text) {
        Matcher parts = FORM.matcher(text);
        Require.that(parts.matches() && !SEVERAL.matcher(text).find(), "endpoint", text, form(text));
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        return new Endpoint(host, Integer.parseInt(parts.group(3)));
    }

    private static String form(String text) {
        if (SEVERAL.matcher(text).find()) {
            return "one host:port, each address in a string of its own";
        }
        boolean ipv6 = text.indexOf(':') != text.lastIndexOf(':');
        return ipv6 ? "host:port, an IPv6 host in brackets" : "host:port";
    }

    /** As {@link #parse} reads it, also with port 0. */
    public static String text(String host, int port) {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }

    @Override
    public String toString() {
        return text(host, port);
    }
}
