package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code servers}: where a server was when it last registered. */
@Entity
@Table(name = "servers")
class ServerRow {
    @Id
    @Column(name = "id")
    String id;

    @Column(name = "host")
    String host;

    @Column(name = "port")
    int port;

    @Column(name = "zone")
    String zone;

    /** "": not known. */
    @Column(name = "node")
    String node;

    /** "": not known. */
    @Column(name = "cluster_id")
    String clusterId;

    /** "": not known. */
    @Column(name = "device_id")
    String deviceId;

    @Column(name = "capacity_bytes")
    long capacityBytes;

    /** Null while it is registered. */
    @Column(name = "away_since_millis")
    @Nullable
    Long awaySinceMillis;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    ServerRow() {}

    static ServerRow of(ServerInfo server) {
        ServerRow row = new ServerRow();
        row.id = server.id().value();
        row.host = server.host();
        row.port = server.port();
        row.zone = server.zone();
        row.node = server.node();
        row.clusterId = server.identity().cluster();
        row.deviceId = server.identity().device();
        row.capacityBytes = server.capacityBytes();
        return row;
    }

    /** Down, for all that the table knows. */
    ServerInfo toServer() {
        return new ServerInfo(
                new ServerId(id),
                host,
                port,
                zone,
                node,
                capacityBytes,
                ServerInfo.Status.DOWN,
                new ServerIdentity(clusterId, deviceId));
    }
}
