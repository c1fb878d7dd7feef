package io.chameleon.testkit.table;

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
 * Rows of fragments that nothing refers to. A row waits for the reaper; once collected it is kept until no retry of its
 * commit can arrive any more. A (server, write) pair has at most one row. Not thread-safe.
 */
final class Outbox {
    /** Why fragments are dead: their version was superseded, or they were never live. */
    private enum Cause {
        SUPERSEDED,
        CONDEMNED
    }

    /** Stands for no server. */
    private static final ServerId NO_SERVER = new ServerId("none");

    private record Row(Garbage garbage, Cause cause) {}

    private record Remembered(long untilMillis, Garbage garbage) {}

    /** Sorted by id. */
    private final Map<Long, Garbage> waiting = new LinkedHashMap<>();

    private final PriorityQueue<Remembered> collected =
            new PriorityQueue<>(Comparator.comparingLong(Remembered::untilMillis));
    /** The newest row of each pair, waiting or collected. */
    private final Map<WriteId, Map<ServerId, Row>> known = new HashMap<>();

    private long lastId;

    /** A version was superseded on these servers. */
    void add(WriteId writeId, List<ServerId> servers, long nowMillis) {
        servers.forEach(server -> put(writeId, server, nowMillis, Cause.SUPERSEDED));
    }

    /**
     * Marks a write's fragments on a server as dead. If they were collected before, they wait again. Returns whether
     * this is new.
     */
    boolean condemn(WriteId writeId, ServerId server, long nowMillis) {
        if (waits(writeId, server)) {
            return false;
        }
        Row row = known.getOrDefault(writeId, Map.of()).get(server);
        put(writeId, server, nowMillis, row == null ? Cause.CONDEMNED : row.cause);
        return true;
    }

    /** Whether it waits for the reaper. */
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

    /** The oldest of each of these servers. */
    List<Garbage> waitingSince(Collection<ServerId> servers, long latestMillis, int each) {
        Set<ServerId> asked = Set.copyOf(servers);
        Map<ServerId, Integer> found = new HashMap<>();
        return waiting.values().stream()
                .filter(garbage -> asked.contains(garbage.server()) && garbage.sinceMillis() <= latestMillis)
                .filter(garbage -> found.merge(garbage.server(), 1, Integer::sum) <= each)
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

    /** Records that a write was committed, whose fragments stay. */
    void remember(WriteId writeId, long nowMillis, Duration grace) {
        put(writeId, NO_SERVER, nowMillis, Cause.SUPERSEDED);
        collected(List.of(lastId), nowMillis, grace);
    }

    /** Drops expired collected rows. */
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

    /** Whether this write was live, and has been superseded. */
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
