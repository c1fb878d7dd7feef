package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.row.ServerRow;
import io.chameleon.metadata.statement.Evacuations;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table {@code servers}: every server that registered and was not forgotten, its last location, and since when it
 * has been absent.
 */
public final class KnownServers {
    private static final Logger LOG = LoggerFactory.getLogger(KnownServers.class);

    /**
     * All servers, sorted by id.
     *
     * @param awayMillis how long those that are not registered have been absent
     */
    public record Known(List<ServerInfo> servers, Map<ServerId, Long> awayMillis) {}

    private final Transactions transactions;
    private final InstantSource clock;

    public KnownServers(Database database, InstantSource clock) {
        this.transactions = database.transactions();
        this.clock = clock;
    }

    /**
     * Records news of the registered servers, and which servers are absent from now on, and returns all; absent ones
     * are down. A server that an operator drains takes no writes, whatever it reports.
     */
    public Known merge(Collection<ServerInfo> registered) {
        return merge(registered, true);
    }

    /**
     * As {@link #merge(Collection)}.
     *
     * @param isCurrent false if the list is old: then nothing is recorded, and servers that others see as absent are
     *     absent
     */
    public Known merge(Collection<ServerInfo> registered, boolean isCurrent) {
        long now = clock.millis();
        return transactions.run(session -> {
            Map<ServerId, ServerInfo> all = new TreeMap<>();
            Map<ServerId, Long> awaySince = new HashMap<>();
            for (ServerRow row : session.createSelectionQuery("from ServerRow", ServerRow.class)
                    .getResultList()) {
                ServerId id = new ServerId(row.id);
                all.put(id, row.toServer());
                if (row.awaySinceMillis != null) {
                    awaySince.put(id, row.awaySinceMillis);
                }
            }
            Map<ServerId, ServerInfo> present = new TreeMap<>();
            registered.forEach(server -> present.put(server.id(), server));
            if (!isCurrent) {
                present.keySet().removeAll(awaySince.keySet());
                return known(session, all, present, awaySince, now);
            }
            present.replaceAll((id, server) -> withKnownDevice(server, all.get(id)));
            present.forEach((id, server) -> {
                if (hasAnotherDevice(server, all.get(id))) {
                    LOG.warn("server {} came with another device: what it held is made anew there", id);
                    int unused = Evacuations.emptied(session, id, now);
                }
                boolean isBack = awaySince.remove(id) != null;
                if (isBack || !server.with(ServerInfo.Status.DOWN).equals(all.get(id))) {
                    store(session, ServerRow.of(server));
                }
            });
            for (ServerId id : all.keySet()) {
                if (!present.containsKey(id) && awaySince.putIfAbsent(id, now) == null) {
                    storeAway(session, id, now);
                }
            }
            return known(session, all, present, awaySince, now);
        });
    }

    private static Known known(
            StatelessSession session,
            Map<ServerId, ServerInfo> all,
            Map<ServerId, ServerInfo> present,
            Map<ServerId, Long> awaySince,
            long now) {
        all.putAll(present);
        Evacuations.draining(session).forEach(id -> all.computeIfPresent(id, KnownServers::drained));
        awaySince.replaceAll((id, since) -> Math.max(0, now - since));
        return new Known(List.copyOf(all.values()), awaySince);
    }

    /** A server that does not name its device is an older build, and is assumed to have the previous one. */
    private static ServerInfo withKnownDevice(ServerInfo server, @Nullable ServerInfo before) {
        String cluster = server.identity().cluster();
        return before == null || !server.identity().device().isEmpty()
                ? server
                : server.with(new ServerIdentity(cluster, before.identity().device()));
    }

    private static boolean hasAnotherDevice(ServerInfo server, @Nullable ServerInfo before) {
        return before != null
                && !before.identity().device().isEmpty()
                && !before.identity().device().equals(server.identity().device());
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

    private static void storeAway(StatelessSession session, ServerId id, long now) {
        session.createNativeMutationQuery(
                        "update servers set away_since_millis = :now where id = :id and away_since_millis is null")
                .setParameter("now", now)
                .setParameter("id", id.value())
                .executeUpdate();
    }

    /** A server that restarts forgets that it is being drained; the table does not. */
    private static ServerInfo drained(ServerId id, ServerInfo server) {
        return server.isWritable() ? server.with(ServerInfo.Status.DRAINING) : server;
    }

    private static void store(StatelessSession session, ServerRow server) {
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
