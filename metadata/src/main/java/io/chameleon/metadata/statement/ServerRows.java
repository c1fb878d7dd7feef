package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.row.ServerRow;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;

/** The table {@code servers}. */
public final class ServerRows {
    private ServerRows() {}

    public static List<ServerRow> all(StatelessSession session) {
        return session.createSelectionQuery("from ServerRow", ServerRow.class).getResultList();
    }

    /** Its row, if there is one, stays unchanged until the end of the transaction. */
    public static void requireAway(StatelessSession session, ServerId server) {
        ServerRow row = session.get(ServerRow.class, server.value(), LockMode.PESSIMISTIC_WRITE);
        if (row != null && row.awaySinceMillis == null) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "cannot forget server " + server + ": it is registered; stop it first");
        }
    }

    public static boolean remove(StatelessSession session, ServerId server) {
        return session.createMutationQuery("delete from ServerRow s where s.id = :id")
                        .setParameter("id", server.value())
                        .executeUpdate()
                > 0;
    }

    /** Since now, unless it is away already. */
    public static void markAway(StatelessSession session, ServerId id, long now) {
        session.createNativeMutationQuery(
                        "update servers set away_since_millis = :now where id = :id and away_since_millis is null")
                .setParameter("now", now)
                .setParameter("id", id.value())
                .executeUpdate();
    }

    /** It is registered, so it is not away. */
    public static void put(StatelessSession session, ServerRow server) {
        session.createNativeMutationQuery("""
                        insert into servers (id, host, port, zone, node, cluster_id, device_id, capacity_bytes)
                        values (:id, :host, :port, :zone, :node, :cluster, :device, :capacity)
                        on conflict (id) do update set host = excluded.host, port = excluded.port, zone = excluded.zone,
                            node = excluded.node, cluster_id = excluded.cluster_id, device_id = excluded.device_id, capacity_bytes = excluded.capacity_bytes, away_since_millis = null
                        """)
                .setParameter("id", server.id)
                .setParameter("host", server.host)
                .setParameter("port", server.port)
                .setParameter("zone", server.zone)
                .setParameter("node", server.node)
                .setParameter("cluster", server.clusterId)
                .setParameter("device", server.deviceId)
                .setParameter("capacity", server.capacityBytes)
                .executeUpdate();
    }
}
