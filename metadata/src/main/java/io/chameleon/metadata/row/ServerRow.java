package io.chameleon.metadata.row;

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
public class ServerRow {
    @Id
    @Column(name = "id")
    public String id;

    @Column(name = "host")
    public String host;

    @Column(name = "port")
    public int port;

    @Column(name = "zone")
    public String zone;

    /** "": not known. */
    @Column(name = "node")
    public String node;

    /** "": not known. */
    @Column(name = "cluster_id")
    public String clusterId;

    /** "": not known. */
    @Column(name = "device_id")
    public String deviceId;

    @Column(name = "capacity_bytes")
    public long capacityBytes;

    /** Null while it is registered. */
    @Column(name = "away_since_millis")
    @Nullable
    public Long awaySinceMillis;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    ServerRow() {}

    public static ServerRow of(ServerInfo server) {
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

    /** Down, as far as the table knows. */
    public ServerInfo toServer() {
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
