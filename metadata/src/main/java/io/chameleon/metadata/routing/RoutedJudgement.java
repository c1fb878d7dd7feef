package io.chameleon.metadata.routing;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.table.PostgresGarbageTable;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Which writes are dead, as all databases together know it.
 *
 * <p>Whether a write is dead is decided where its row is, under the row's lock. A write without a row anywhere is
 * either young, so it counts as on its way, or so old that no database takes its commit. So the answers of several
 * databases, which are of different moments, cannot add up to a wrong one. Only a write from the future may still be
 * committed in any of them, once its time has come: it is condemned in all.
 *
 * <p>Rows that move from one database to another meanwhile could be seen in neither. So nothing is judged while a
 * bucket moves, and nothing by answers between which one has moved.
 */
final class RoutedJudgement {
    private final Databases databases;
    private final Supplier<OptionalLong> moves;
    private final InstantSource clock;

    /**
     * @param moves the number of the last move of a bucket; empty while one is open
     * @param clock that of the first database
     */
    RoutedJudgement(Databases databases, Supplier<OptionalLong> moves, InstantSource clock) {
        this.databases = databases;
        this.moves = moves;
        this.clock = clock;
    }

    /** A judgement over the writes that one database has to decide on; {@code known} if it knew them. */
    interface Judge {
        Set<WriteId> of(PostgresGarbageTable table, Collection<WriteId> writeIds, boolean known);
    }

    /** Those that any database knows as live; all while a bucket moves. */
    Set<WriteId> live(ServerId server, Collection<WriteId> writeIds) {
        OptionalLong before = moves.get();
        Set<WriteId> live = new HashSet<>();
        databases.all().forEach(database -> live.addAll(database.garbage().liveWrites(server, writeIds)));
        if (before.isEmpty() || !before.equals(moves.get())) {
            live.addAll(writeIds);
        }
        return live;
    }

    /** Those from the future that no database knows. */
    Set<WriteId> unknownFromFuture(ServerId server, Collection<WriteId> writeIds) {
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

    /** Empty if a bucket is moving, or has moved meanwhile. */
    Optional<Set<WriteId>> judged(ServerId server, Collection<WriteId> writeIds, Judge judge) {
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
}
