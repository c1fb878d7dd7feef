package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.NextRepairs;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The degraded objects and the records of servers being emptied, in memory. Not thread-safe. */
final class RepairQueue {
    /** The known damage of one object. */
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

    private static final Comparator<Map.Entry<ObjectId, Entry>> LONGEST_DUE =
            Comparator.comparingLong(entry -> entry.getValue().dueMillis);

    private final Map<ObjectId, Entry> entries = new HashMap<>();
    private final NavigableMap<ServerId, Map<Evacuation.Kind, Evacuation>> evacuations = new TreeMap<>();
    private RepairStatus.Run run = RepairStatus.Run.NONE;

    @Nullable
    Entry get(ObjectId id) {
        return entries.get(id);
    }

    /** Records damage of a version that was intact, or of a new one. */
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

    /** A row has another name, and its damage with it. */
    void rename(ObjectId from, ObjectId to) {
        Entry entry = entries.remove(from);
        if (entry != null) {
            entries.put(to, entry);
        }
    }

    /** The known missing indexes merged with these; the same list if all are known already. */
    List<Integer> merged(ObjectId id, Collection<Integer> more) {
        Entry known = entries.get(id);
        TreeSet<Integer> all = new TreeSet<>(more);
        all.addAll(known == null ? List.of() : known.missing);
        return List.copyOf(all);
    }

    List<ObjectId> due(long nowMillis, int limit) {
        List<Map.Entry<ObjectId, Entry>> due = entries.entrySet().stream()
                .filter(entry -> isDue(entry.getValue(), nowMillis))
                .sorted(MOST_IN_DANGER)
                .toList();
        return NextRepairs.choose(
                        limit,
                        due.stream()
                                .filter(entry -> isReadable(entry) && !isPostponed(entry))
                                .toList(),
                        due.stream()
                                .filter(entry -> isReadable(entry) && isPostponed(entry))
                                .sorted(LONGEST_DUE)
                                .toList(),
                        due.stream()
                                .filter(entry -> !isReadable(entry))
                                .sorted(LONGEST_DUE)
                                .toList(),
                        MOST_IN_DANGER)
                .stream()
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isDue(Entry entry, long nowMillis) {
        return entry.dueMillis <= nowMillis || entry.dueMillis - nowMillis > RepairTable.LONGEST_DELAY.toMillis();
    }

    private static boolean isReadable(Map.Entry<ObjectId, Entry> entry) {
        return entry.getValue().margin >= 0;
    }

    private static boolean isPostponed(Map.Entry<ObjectId, Entry> entry) {
        return entry.getValue().dueMillis > 0;
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

    /** The server's device was replaced: earlier walks do not count, and a lost server is no longer lost. */
    void emptied(ServerId server, long nowMillis) {
        Evacuation known = evacuation(server, Evacuation.Kind.EMPTIED);
        long since = known == null ? nowMillis : Math.max(nowMillis, known.sinceMillis() + 1);
        end(server, Evacuation.Kind.LOST);
        evacuations
                .computeIfAbsent(server, any -> new EnumMap<>(Evacuation.Kind.class))
                .put(Evacuation.Kind.EMPTIED, Evacuation.begun(server, Evacuation.Kind.EMPTIED, since));
    }

    /** The current state of the record that {@code asked} is of; null if there is none. */
    @Nullable
    Evacuation same(Evacuation asked) {
        Evacuation known = evacuation(asked.server(), asked.kind());
        return known != null && known.isSame(asked) ? known : null;
    }

    private @Nullable Evacuation evacuation(ServerId server, Evacuation.Kind kind) {
        return evacuations.getOrDefault(server, Map.of()).get(kind);
    }

    /** Servers on which recently stored fragments may not become live. */
    Set<ServerId> barred(long nowMillis) {
        return all().stream()
                .filter(record -> record.barsNewFragments(nowMillis))
                .map(Evacuation::server)
                .collect(Collectors.toSet());
    }

    /** Sorted by server. */
    List<Evacuation> all() {
        return evacuations.values().stream()
                .flatMap(kinds -> kinds.values().stream())
                .toList();
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
        Evacuation known = same(to);
        if (known != null) {
            evacuations
                    .getOrDefault(to.server(), Map.of())
                    .put(to.kind(), to.moved(known.moved() - to.moved(), known.movedBytes() - to.movedBytes()));
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
        return new RepairStatus(
                nowMillis,
                List.copyOf(queue.values()),
                entries.values().stream().filter(entry -> entry.attempts > 0).count(),
                entries.values().stream().mapToLong(Entry::sinceMillis).min().orElse(0),
                entries.values().stream()
                        .max(Comparator.comparingLong(Entry::dueMillis))
                        .map(Entry::problem)
                        .orElse(""),
                run,
                all());
    }
}
