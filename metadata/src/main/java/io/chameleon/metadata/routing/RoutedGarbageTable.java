package io.chameleon.metadata.routing;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The reaper's port. The outbox of a write is in the database of its object. A fragment does not say which that is: its
 * name is a write id. So all databases are asked, and what none of them knows is judged by the first.
 *
 * <p>Halts are in the first database. The highest byte of a garbage's id is the number of its database.
 */
public final class RoutedGarbageTable implements GarbageTable {
    private static final int NUMBER_SHIFT = 56;
    private static final Comparator<Garbage> OLDEST =
            Comparator.comparingLong(Garbage::sinceMillis).thenComparingLong(Garbage::id);

    private final Databases databases;
    private final RoutedJudgement judgement;

    /**
     * @param moves the number of the last move of a bucket; empty while one is open
     * @param clock that of the first database
     */
    public RoutedGarbageTable(Databases databases, Supplier<OptionalLong> moves, InstantSource clock) {
        this.databases = databases;
        this.judgement = new RoutedJudgement(databases, moves, clock);
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
        return judgement.live(server, writeIds);
    }

    @Override
    public Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds) {
        Set<WriteId> fromFuture = judgement.unknownFromFuture(server, writeIds);
        Optional<Set<WriteId>> judged = judgement.judged(
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

    @Override
    public Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds) {
        return judgement
                .judged(
                        server,
                        writeIds,
                        (table, some, known) -> known ? table.orphansKnown(server, some) : table.orphans(server, some))
                .orElse(Set.of());
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
