package io.chameleon.core;

/**
 * A known flash server.
 *
 * @param zone failure domain; servers of an unzoned cluster share the zone ""
 * @param capacityBytes logical capacity of its device
 */
public record ServerInfo(ServerId id, String host, int port, String zone, long capacityBytes, Status status) {
    /** Whether a server takes fragments. */
    public enum Status {
        /** Registered and taking writes. */
        UP,
        /** Registered, serves reads, takes no new fragments. */
        DRAINING,
        /** Known, not registered at present. */
        DOWN
    }

    public ServerInfo {
        Require.that(port >= 0 && port <= 65_535, "port of server " + id, port, "0 to 65535");
    }

    public boolean isWritable() {
        return status == Status.UP;
    }

    public boolean isReadable() {
        return status != Status.DOWN;
    }

    public ServerInfo with(Status newStatus) {
        return new ServerInfo(id, host, port, zone, capacityBytes, newStatus);
    }
}
