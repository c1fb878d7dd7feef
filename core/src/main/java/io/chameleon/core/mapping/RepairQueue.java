package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The degraded objects and the records of servers being emptied, in memory. Not thread-safe. */
final class RepairQueue {
    /** What is known of the damage of one object. */
    record Entry(
            List<Integer> missing,
            int margin,
            long bytes,
            long sinceMillis,
            long dueMillis,
            int attempts,
            String problem) {}

    private static final Comparator<Map.Entry<ObjectId, Entry>> MOST_IN_DANGER = Comparator.comparingInt(
                    (Map.Entry<ObjectId, Entry> entry) -> entry.getValue().margin)
            .thenComparingLong(entry -> entry.getValue().sinceMillis)
            .thenComparing(Map.Entry::getKey);

    private final Map<ObjectId, Entry> entries = new HashMap<>();
    private final NavigableMap<ServerId, Map<Evacuation.Kind, Evacuation>> evacuations = new TreeMap<>();
    private RepairStatus.Run run = RepairStatus.Run.NONE;

    @Nullable
    Entry get(ObjectId id) {
        return entries.get(id);
    }

    /** Damage of a version that was whole, or of a new one. */
    void put(ObjectMapping row, List<Integer> missing, long sinceMillis) {
        List<Integer> indexes = missing.stream().distinct().sorted().toList();
        entries.put(
                row.id(),
                new Entry(
                        indexes,
                        RepairTask.margin(row, indexes),
                        RepairTask.bytes(row, indexes),
                        sinceMillis,
                        0,
                        0,
                        ""));
    }

    void remove(ObjectId id) {
        entries.remove(id);
    }

    /** The indexes known to be missing with these; the same list if they are known already. */
    List<Integer> merged(ObjectId id, Collection<Integer> more) {
        Entry known = entries.get(id);
        TreeSet<Integer> all = new TreeSet<>(more);
        all.addAll(known == null ? List.of() : known.missing);
        return List.copyOf(all);
    }

    List<ObjectId> due(long nowMillis, int limit) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().dueMillis <= nowMillis)
                .sorted(MOST_IN_DANGER)
                .limit(limit)
                .map(Map.Entry::getKey)
                .toList();
    }

    void postpone(ObjectId id, long dueMillis, String problem) {
        entries.computeIfPresent(
                id,
                (any, entry) -> new Entry(
                        entry.missing,
                        entry.margin,
                        entry.bytes,
                        entry.sinceMillis,
                        dueMillis,
                        entry.attempts + 1,
                        problem));
    }

    void begin(ServerId server, Evacuation.Kind kind, long nowMillis) {
        evacuations
                .computeIfAbsent(server, any -> new EnumMap<>(Evacuation.Kind.class))
                .putIfAbsent(kind, Evacuation.begun(server, kind, nowMillis));
    }

    void end(ServerId server, Evacuation.Kind kind) {
        evacuations.computeIfPresent(server, (any, kinds) -> {
            kinds.remove(kind);
            return kinds.isEmpty() ? null : kinds;
        });
    }

    Collection<Evacuation> evacuationsOf(ServerId server) {
        return List.copyOf(evacuations.getOrDefault(server, Map.of()).values());
    }

    void endAll(ServerId server) {
        evacuations.remove(server);
    }

    void progress(Evacuation to) {
        Map<Evacuation.Kind, Evacuation> kinds = evacuations.getOrDefault(to.server(), Map.of());
        Evacuation known = kinds.get(to.kind());
        if (known != null && known.sinceMillis() == to.sinceMillis()) {
            kinds.put(to.kind(), to.moved(known.moved() - to.moved(), known.movedBytes() - to.movedBytes()));
        }
    }

    /** An object was repaired, or moved off these servers. */
    void done(Collection<ServerId> left, long bytes, long nowMillis) {
        run = run.with(nowMillis, bytes);
        for (ServerId server : left) {
            Map<Evacuation.Kind, Evacuation> kinds = evacuations.get(server);
            if (kinds != null) {
                kinds.replaceAll((kind, evacuation) -> evacuation.moved(1, bytes));
            }
        }
    }

    RepairStatus status(long nowMillis) {
        NavigableMap<Integer, RepairStatus.Backlog> queue = new TreeMap<>();
        entries.values()
                .forEach(entry -> queue.merge(
                        entry.margin,
                        new RepairStatus.Backlog(entry.margin, 1, entry.bytes),
                        (a, b) -> new RepairStatus.Backlog(
                                a.margin(), a.objects() + b.objects(), a.bytes() + b.bytes())));
        List<Evacuation> servers = new ArrayList<>();
        evacuations.values().forEach(kinds -> servers.addAll(kinds.values()));
        return new RepairStatus(
                nowMillis,
                List.copyOf(queue.values()),
                entries.values().stream()
                        .filter(entry -> entry.dueMillis > nowMillis)
                        .count(),
                entries.values().stream().mapToLong(Entry::sinceMillis).min().orElse(0),
                entries.values().stream()
                        .max(Comparator.comparingLong(Entry::dueMillis))
                        .map(Entry::problem)
                        .orElse(""),
                run,
                servers);
    }
}
