package io.chameleon.core.mapping.memory;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.table.Garbage;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Rows of fragments that nothing refers to: waiting for the reaper, then collected and remembered until no repeat of their commit
 * can come any more. A (server, write) pair has at most one row. Not thread-safe.
 */
final class Outbox {
    /** Why fragments are dead: their version lost its place, or they never had one there. */
    private enum Cause {
        SUPERSEDED,
        CONDEMNED
    }

    private record Row(Garbage garbage, Cause cause) {}

    private record Remembered(long untilMillis, Garbage garbage) {}

    /** In the order of their ids. */
    private final Map<Long, Garbage> waiting = new LinkedHashMap<>();

    private final PriorityQueue<Remembered> collected =
            new PriorityQueue<>(Comparator.comparingLong(Remembered::untilMillis));
    /** The newest row of each pair, waiting or collected. */
    private final Map<WriteId, Map<ServerId, Row>> known = new HashMap<>();

    private long lastId;

    /** A version lost its place on these servers. */
    void add(WriteId writeId, List<ServerId> servers, long nowMillis) {
        servers.forEach(server -> put(writeId, server, nowMillis, Cause.SUPERSEDED));
    }

    /** What a write has on a server is dead. One that was collected before waits again. Returns whether this is news. */
    boolean condemn(WriteId writeId, ServerId server, long nowMillis) {
        if (waits(writeId, server)) {
            return false;
        }
        Row row = known.getOrDefault(writeId, Map.of()).get(server);
        put(writeId, server, nowMillis, row == null ? Cause.CONDEMNED : row.cause);
        return true;
    }

    /** For the reaper. */
    boolean waits(WriteId writeId, ServerId server) {
        Row row = known.getOrDefault(writeId, Map.of()).get(server);
        return row != null && waiting.containsKey(row.garbage.id());
    }

    private void put(WriteId writeId, ServerId server, long nowMillis, Cause cause) {
        Garbage garbage = new Garbage(++lastId, server, writeId, nowMillis);
        waiting.put(garbage.id(), garbage);
        known.computeIfAbsent(writeId, any -> new HashMap<>()).put(server, new Row(garbage, cause));
    }

    List<Garbage> waitingSince(long latestMillis, int limit) {
        return waiting.values().stream()
                .filter(garbage -> garbage.sinceMillis() <= latestMillis)
                .limit(limit)
                .toList();
    }

    List<Garbage> waitingSince(ServerId server, long latestMillis, int limit) {
        return waiting.values().stream()
                .filter(garbage -> garbage.server().equals(server) && garbage.sinceMillis() <= latestMillis)
                .limit(limit)
                .toList();
    }

    void collected(Collection<Long> ids, long nowMillis, Duration grace) {
        for (long id : ids) {
            Garbage garbage = waiting.remove(id);
            if (garbage != null) {
                collected.add(
                        new Remembered(MappingRules.rememberedUntil(garbage.writeId(), nowMillis, grace), garbage));
            }
        }
    }

    /** Drops collected rows whose time is over. */
    void forget(long nowMillis) {
        for (Remembered oldest = collected.peek();
                oldest != null && oldest.untilMillis() < nowMillis;
                oldest = collected.peek()) {
            collected.remove();
            Garbage garbage = oldest.garbage();
            known.computeIfPresent(garbage.writeId(), (writeId, rows) -> {
                rows.values().removeIf(row -> row.garbage.equals(garbage));
                return rows.isEmpty() ? null : rows;
            });
        }
    }

    /** Whether this write was live, and lost its place. */
    boolean isSuperseded(WriteId writeId) {
        return known.getOrDefault(writeId, Map.of()).values().stream().anyMatch(row -> row.cause == Cause.SUPERSEDED);
    }

    boolean knowsAny(WriteId writeId, List<ServerId> servers) {
        return servers.stream().anyMatch(known.getOrDefault(writeId, Map.of())::containsKey);
    }

    Set<ServerId> serversOf(WriteId writeId) {
        return Set.copyOf(known.getOrDefault(writeId, Map.of()).keySet());
    }
}
