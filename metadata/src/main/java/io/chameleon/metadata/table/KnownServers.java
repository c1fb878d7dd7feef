package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.StatelessSession;

/** The table {@code servers}: every server that ever registered, where it was last. */
public final class KnownServers {
    private final Transactions transactions;

    public KnownServers(Database database) {
        this.transactions = database.transactions();
    }

    /** Notes what is new of the registered servers, and answers all: the others are down. A server that an operator drains takes
     * no writes, whatever it says itself. In the order of their ids. */
    public List<ServerInfo> merge(Collection<ServerInfo> registered) {
        return transactions.run(session -> {
            Map<ServerId, ServerInfo> all = new TreeMap<>();
            session.createSelectionQuery("from ServerRow", ServerRow.class)
                    .getResultList()
                    .forEach(row -> all.put(new ServerId(row.id), row.toServer()));
            Map<ServerId, ServerInfo> present = new TreeMap<>();
            registered.forEach(server -> present.put(server.id(), server));
            present.forEach((id, server) -> {
                if (!server.with(ServerInfo.Status.DOWN).equals(all.get(id))) {
                    store(session, ServerRow.of(server));
                }
            });
            all.putAll(present);
            Evacuations.draining(session).forEach(id -> all.computeIfPresent(id, KnownServers::drained));
            return List.copyOf(all.values());
        });
    }

    /** A server forgets with its process that it is being drained; the table does not. */
    private static ServerInfo drained(ServerId id, ServerInfo server) {
        return server.isWritable() ? server.with(ServerInfo.Status.DRAINING) : server;
    }

    private static void store(StatelessSession session, ServerRow server) {
        session.createNativeMutationQuery("""
                        insert into servers (id, host, port, zone, capacity_bytes)
                        values (:id, :host, :port, :zone, :capacity)
                        on conflict (id) do update set host = excluded.host, port = excluded.port, zone = excluded.zone,
                            capacity_bytes = excluded.capacity_bytes
                        """)
                .setParameter("id", server.id)
                .setParameter("host", server.host)
                .setParameter("port", server.port)
                .setParameter("zone", server.zone)
                .setParameter("capacity", server.capacityBytes)
                .executeUpdate();
    }
}
