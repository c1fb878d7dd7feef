package io.chameleon.core.mapping;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Rows of superseded fragments: waiting for the reaper, then collected and remembered until no repeat of their commit can come
 * any more. A (server, write) pair has at most one row. Not thread-safe.
 */
final class Outbox {
    private record Remembered(long untilMillis, Garbage garbage) {}

    /** In the order of their ids. */
    private final Map<Long, Garbage> waiting = new LinkedHashMap<>();

    private final PriorityQueue<Remembered> collected =
            new PriorityQueue<>(Comparator.comparingLong(Remembered::untilMillis));
    /** Servers of all rows, waiting and collected. */
    private final Map<WriteId, Set<ServerId>> known = new HashMap<>();

    private long lastId;

    void add(WriteId writeId, List<ServerId> servers, long nowMillis) {
        for (ServerId server : servers) {
            waiting.put(++lastId, new Garbage(lastId, server, writeId, nowMillis));
            known.computeIfAbsent(writeId, any -> new HashSet<>()).add(server);
        }
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

    void collected(Collection<Long> ids, long nowMillis, long graceMillis) {
        for (long id : ids) {
            Garbage garbage = waiting.remove(id);
            if (garbage != null) {
                // Forgotten no sooner than a repeated commit is refused for its age, however wrong its writer's clock.
                long from = Math.max(nowMillis, garbage.writeId().epochMillis());
                collected.add(new Remembered(from + graceMillis, garbage));
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
            known.computeIfPresent(garbage.writeId(), (writeId, servers) -> {
                servers.remove(garbage.server());
                return servers.isEmpty() ? null : servers;
            });
        }
    }

    boolean knows(WriteId writeId) {
        return known.containsKey(writeId);
    }

    boolean knowsAny(WriteId writeId, List<ServerId> servers) {
        return servers.stream().anyMatch(known.getOrDefault(writeId, Set.of())::contains);
    }

    Set<ServerId> serversOf(WriteId writeId) {
        return Set.copyOf(known.getOrDefault(writeId, Set.of()));
    }
}
