package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.ServerInfo;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.row.ServerRow;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.ServerRows;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every server that registered and was not forgotten, its last location, and since when it has been absent: by the
 * table {@code servers} and by news of those that are registered.
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
            for (ServerRow row : ServerRows.all(session)) {
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
                    ServerRows.put(session, ServerRow.of(server));
                }
            });
            for (ServerId id : all.keySet()) {
                if (!present.containsKey(id) && awaySince.putIfAbsent(id, now) == null) {
                    ServerRows.markAway(session, id, now);
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

    /** A server that restarts forgets that it is being drained; the table does not. */
    private static ServerInfo drained(ServerId id, ServerInfo server) {
        return server.isWritable() ? server.with(ServerInfo.Status.DRAINING) : server;
    }
}
