package io.chameleon.metadata.routing;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.metadata.table.PostgresGarbageTable;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The reaper's port. The outbox of a write is in the database of its object. A fragment does not say which that is: its
 * name is a write id. So all databases are asked, and what none of them knows is judged by the first.
 *
 * <p>Whether a write is dead is decided where its row is, under the row's lock. A write without a row anywhere is
 * either young, so it counts as on its way, or so old that no database takes its commit. So the answers of several
 * databases, which are of different moments, cannot add up to a wrong one. Only a write from the future may still be
 * committed in any of them, once its time has come: it is condemned in all.
 *
 * <p>Rows that move from one database to another meanwhile could be seen in neither. So nothing is judged while a
 * bucket moves, and nothing by answers between which one has moved.
 *
 * <p>Halts are in the first database. The highest byte of a garbage's id is the number of its database.
 */
public final class RoutedGarbageTable implements GarbageTable {
    private static final int NUMBER_SHIFT = 56;
    private static final Comparator<Garbage> OLDEST =
            Comparator.comparingLong(Garbage::sinceMillis).thenComparingLong(Garbage::id);

    private final Databases databases;
    private final Supplier<OptionalLong> moves;
    private final InstantSource clock;

    /**
     * @param moves the number of the last move of a bucket; empty while one is open
     * @param clock that of the first database
     */
    public RoutedGarbageTable(Databases databases, Supplier<OptionalLong> moves, InstantSource clock) {
        this.databases = databases;
        this.moves = moves;
        this.clock = clock;
    }

    @Override
    public List<Garbage> garbage(long minAgeMillis, int limit) {
        return databases.merged(
                database -> numbered(database, database.garbage().garbage(minAgeMillis, limit)), OLDEST, limit);
    }

    @Override
    public List<Garbage> garbage(Collection<ServerId> servers, long minAgeMillis, int each) {
        Map<ServerId, Integer> taken = new HashMap<>();
        return databases
                .merged(
                        database -> numbered(database, database.garbage().garbage(servers, minAgeMillis, each)),
                        OLDEST,
                        Integer.MAX_VALUE)
                .stream()
                .filter(row -> taken.merge(row.server(), 1, Integer::sum) <= each)
                .toList();
    }

    private static List<Garbage> numbered(DatabaseTables database, List<Garbage> rows) {
        long number = (long) database.number() << NUMBER_SHIFT;
        return rows.stream()
                .map(row -> new Garbage(number | row.id(), row.server(), row.writeId(), row.sinceMillis()))
                .toList();
    }

    @Override
    public void collected(Collection<Long> garbageIds) {
        Map<Long, List<Long>> byNumber = new HashMap<>();
        for (long id : garbageIds) {
            byNumber.computeIfAbsent(id >>> NUMBER_SHIFT, any -> new ArrayList<>())
                    .add(id & ((1L << NUMBER_SHIFT) - 1));
        }
        // Also without ids: what is remembered long enough is dropped then.
        databases
                .all()
                .forEach(database ->
                        database.garbage().collected(byNumber.getOrDefault((long) database.number(), List.of())));
    }

    @Override
    public Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds) {
        OptionalLong before = moves.get();
        Set<WriteId> live = new HashSet<>();
        databases.all().forEach(database -> live.addAll(database.garbage().liveWrites(server, writeIds)));
        if (before.isEmpty() || !before.equals(moves.get())) {
            live.addAll(writeIds);
        }
        return live;
    }

    /** A judgement over the writes that one database has to decide on; {@code known} if it knew them. */
    private interface Judge {
        Set<WriteId> of(PostgresGarbageTable table, Collection<WriteId> writeIds, boolean known);
    }

    @Override
    public Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds) {
        Set<WriteId> fromFuture = unknownFromFuture(server, writeIds);
        Optional<Set<WriteId>> judged = judged(
                server,
                writeIds,
                (table, some, known) ->
                        known ? table.condemnKnown(fence, server, some) : table.condemn(fence, server, some));
        if (judged.isEmpty()) {
            // A fence that is outdated is refused in any case.
            return databases.first().garbage().condemn(fence, server, List.of());
        }
        Set<WriteId> condemned = judged.get();
        if (!fromFuture.isEmpty()) {
            databases
                    .further()
                    .forEach(database -> condemned.addAll(database.garbage().condemn(fence, server, fromFuture)));
        }
        return condemned;
    }

    private Set<WriteId> unknownFromFuture(ServerId server, Collection<WriteId> writeIds) {
        long now = clock.millis();
        Set<WriteId> unknown = writeIds.stream()
                .filter(writeId -> writeId.epochMillis() > now)
                .collect(Collectors.toCollection(HashSet::new));
        for (DatabaseTables database : databases.all()) {
            if (!unknown.isEmpty()) {
                unknown.removeAll(database.garbage().known(server, unknown));
            }
        }
        return unknown;
    }

    @Override
    public Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds) {
        return judged(
                        server,
                        writeIds,
                        (table, some, known) -> known ? table.orphansKnown(server, some) : table.orphans(server, some))
                .orElse(Set.of());
    }

    /** Empty if a bucket is moving, or has moved meanwhile. */
    private Optional<Set<WriteId>> judged(ServerId server, Collection<WriteId> writeIds, Judge judge) {
        OptionalLong before = moves.get();
        Set<WriteId> left = new HashSet<>(writeIds);
        Map<DatabaseTables, Set<WriteId>> knownBy = new LinkedHashMap<>();
        for (DatabaseTables database : databases.all()) {
            Set<WriteId> known = left.isEmpty() ? Set.of() : database.garbage().known(server, left);
            if (!known.isEmpty()) {
                knownBy.put(database, known);
                left.removeAll(known);
            }
        }
        // What no database knows now none will: it is too old to be committed.
        if (before.isEmpty() || !before.equals(moves.get())) {
            return Optional.empty();
        }
        Set<WriteId> dead = new HashSet<>();
        knownBy.forEach((database, known) -> dead.addAll(judge.of(database.garbage(), known, true)));
        // Also of nothing: a fence that is outdated is refused.
        dead.addAll(judge.of(databases.first().garbage(), left, false));
        return Optional.of(dead);
    }

    @Override
    public List<ReconciliationHalt> halts() {
        return databases.first().garbage().halts();
    }

    @Override
    public void halt(long fence, ServerId server, long found, long held) {
        databases.first().garbage().halt(fence, server, found, held);
    }

    @Override
    public boolean confirmHalt(ServerId server) {
        return databases.first().garbage().confirmHalt(server);
    }

    @Override
    public void endHalt(long fence, ReconciliationHalt halt) {
        databases.first().garbage().endHalt(fence, halt);
    }

    @Override
    public int sweepUploads(long fence, int limit) {
        int swept = 0;
        for (DatabaseTables database : databases.all()) {
            if (swept < limit) {
                swept += database.garbage().sweepUploads(fence, limit - swept);
            }
        }
        return swept;
    }

    /** Rows that wait for the reaper, in all databases. */
    public long waiting() {
        return databases.all().stream()
                .mapToLong(database -> database.garbage().waiting())
                .sum();
    }
}
