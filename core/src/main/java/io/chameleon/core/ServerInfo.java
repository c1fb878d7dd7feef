package io.chameleon.core;

import java.util.Arrays;
import java.util.Map;

/**
 * A known flash server.
 *
 * @param zone failure domain; servers of an unzoned cluster share the zone ""
 * @param node the machine it runs on, a failure domain within the zone; "" if unknown
 * @param capacityBytes logical capacity of its device
 */
public record ServerInfo(
        ServerId id,
        String host,
        int port,
        String zone,
        String node,
        long capacityBytes,
        Status status,
        ServerIdentity identity) {
    /** A server whose machine and identity are unknown. */
    public ServerInfo(ServerId id, String host, int port, String zone, long capacityBytes, Status status) {
        this(id, host, port, zone, "", capacityBytes, status, ServerIdentity.UNKNOWN);
    }

    /**
     * The ZooKeeper path of the cluster's id ({@link ServerIdentity#cluster}), as ASCII: metadata writes it from its
     * database, and flash servers join by it.
     */
    public static final String CLUSTER_PATH = "/chameleon/cluster";

    /** An attribute; the status beside it is DRAINING, which earlier releases understand. */
    private static final String READ_ONLY = "readOnly";

    /** Whether a server takes fragments. */
    public enum Status {
        /** Registered and taking writes. */
        UP,
        /** Registered, serves reads, takes no new fragments. */
        DRAINING,
        /** Registered, serves reads; its device takes no writes, since it is worn out, has failed, or hangs. */
        READ_ONLY,
        /** Known, not registered at present. */
        DOWN
    }

    public ServerInfo {
        Require.that(port >= 0 && port <= 65_535, "port of server " + id, port, "0 to 65535");
        Require.that(capacityBytes >= 0, "capacity of server " + id, capacityBytes, "0 or more bytes");
    }

    /** ZooKeeper path under which flash servers register (Curator service discovery). */
    public static final String DISCOVERY_PATH = "/chameleon/discovery";
    /** Name of their service there. */
    public static final String DISCOVERY_NAME = "flash-server";

    /** What a server registers besides its id and address. */
    public Map<String, String> attributes() {
        return Map.of(
                "zone",
                zone,
                "node",
                node,
                "capacityBytes",
                Long.toString(capacityBytes),
                "status",
                (status == Status.READ_ONLY ? Status.DRAINING : status).name(),
                READ_ONLY,
                Boolean.toString(status == Status.READ_ONLY),
                "cluster",
                identity.cluster(),
                "device",
                identity.device());
    }

    /** The server that registered these attributes; a missing or invalid one is an {@link IllegalArgumentException}. */
    public static ServerInfo ofAttributes(ServerId id, String host, int port, Map<String, String> attributes) {
        String capacity = attributes.getOrDefault("capacityBytes", "");
        Require.that(capacity.matches("\\d{1,18}"), "capacityBytes of server " + id, capacity, "a number of bytes");
        String status = attributes.getOrDefault("status", Status.UP.name());
        Require.that(
                Arrays.stream(Status.values()).anyMatch(known -> known.name().equals(status)),
                "status of server " + id,
                status,
                "one of " + Arrays.toString(Status.values()));
        return new ServerInfo(
                id,
                host,
                port,
                attributes.getOrDefault("zone", ""),
                attributes.getOrDefault("node", ""),
                Long.parseLong(capacity),
                Boolean.parseBoolean(attributes.get(READ_ONLY)) ? Status.READ_ONLY : Status.valueOf(status),
                new ServerIdentity(attributes.getOrDefault("cluster", ""), attributes.getOrDefault("device", "")));
    }

    public boolean isWritable() {
        return status == Status.UP;
    }

    public boolean isReadable() {
        return status != Status.DOWN;
    }

    public ServerInfo with(Status newStatus) {
        return new ServerInfo(id, host, port, zone, node, capacityBytes, newStatus, identity);
    }

    public ServerInfo on(String machine) {
        return new ServerInfo(id, host, port, zone, machine, capacityBytes, status, identity);
    }

    public ServerInfo with(ServerIdentity newIdentity) {
        return new ServerInfo(id, host, port, zone, node, capacityBytes, status, newIdentity);
    }
}
