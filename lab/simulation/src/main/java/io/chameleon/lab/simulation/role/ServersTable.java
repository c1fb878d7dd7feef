package io.chameleon.lab.simulation.role;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.metadata.RegisteredServers;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replaces the table {@code servers}: every server that registered and was not forgotten, and since when it has been
 * absent. It records the same as {@link io.chameleon.metadata.table.KnownServers}, at the same times; the mapping table
 * records a replaced device.
 */
public final class ServersTable {
    /** As the mapping service reports them. */
    record Known(List<ServerInfo> servers, Map<ServerId, Long> awayMillis) {}

    private final InMemoryMappingTable table;
    private final Map<ServerId, ServerInfo> known = new TreeMap<>();
    private final Map<ServerId, Long> awaySince = new HashMap<>();

    public ServersTable(InMemoryMappingTable table) {
        this.table = table;
    }

    /** One transaction of a metadata process that sees these servers. */
    Known merge(RegisteredServers seen, long nowMillis) {
        boolean isCurrent = seen.isCurrent();
        Map<ServerId, ServerInfo> present = new TreeMap<>();
        seen.registered().forEach(server -> present.put(server.id(), server));
        if (isCurrent) {
            note(present, nowMillis);
        } else {
            present.keySet().removeAll(awaySince.keySet());
        }
        Map<ServerId, ServerInfo> all = new TreeMap<>();
        known.forEach((id, server) -> all.put(id, server.with(ServerInfo.Status.DOWN)));
        all.putAll(present);
        table.evacuating().records().stream()
                .filter(record -> record.kind() == Evacuation.Kind.DRAIN)
                .forEach(record -> all.computeIfPresent(record.server(), (id, server) -> drained(server)));
        Map<ServerId, Long> away = new HashMap<>();
        awaySince.forEach((id, since) -> away.put(id, Math.max(0, nowMillis - since)));
        return new Known(List.copyOf(all.values()), away);
    }

    private void note(Map<ServerId, ServerInfo> present, long nowMillis) {
        table.registered(present.values());
        known.putAll(present);
        awaySince.keySet().removeAll(present.keySet());
        for (ServerId id : known.keySet()) {
            if (!present.containsKey(id)) {
                awaySince.putIfAbsent(id, nowMillis);
            }
        }
    }

    private static ServerInfo drained(ServerInfo server) {
        return server.isWritable() ? server.with(ServerInfo.Status.DRAINING) : server;
    }

    public void forget(ServerId id) {
        known.remove(id);
        awaySince.remove(id);
    }
}
