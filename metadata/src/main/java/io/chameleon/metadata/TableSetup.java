package io.chameleon.metadata;

import io.chameleon.core.bucket.BucketMoves;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.metadata.batch.Lane;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.database.FurtherDatabases;
import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.move.DatabaseMoves;
import io.chameleon.metadata.request.LookupTables;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.metadata.routing.BucketChoice;
import io.chameleon.metadata.routing.BucketDirectory;
import io.chameleon.metadata.routing.DatabaseTables;
import io.chameleon.metadata.routing.Databases;
import io.chameleon.metadata.routing.FreezeWatches;
import io.chameleon.metadata.routing.PostgresBucketDirectory;
import io.chameleon.metadata.routing.RoutedBucketTable;
import io.chameleon.metadata.routing.RoutedGarbageTable;
import io.chameleon.metadata.routing.RoutedGrantTable;
import io.chameleon.metadata.routing.RoutedMappingTable;
import io.chameleon.metadata.routing.RoutedQuotaTable;
import io.chameleon.metadata.routing.RoutedRemapTable;
import io.chameleon.metadata.routing.RoutedRepairTable;
import io.chameleon.metadata.routing.RoutedUploadTable;
import io.chameleon.metadata.routing.RoutedVersionTable;
import io.chameleon.metadata.routing.SliceUpkeep;
import io.chameleon.metadata.routing.UserQuotas;
import io.chameleon.metadata.table.GroupKeeper;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a metadata process: those of its database as they are, or those of several behind one that routes. Also
 * the committers of each database.
 */
final class TableSetup implements AutoCloseable {
    /** With several databases. */
    private record Moving(FreezeWatches frozen, DatabaseMoves moves) {}

    private final List<DatabaseTables> databases;
    private final BucketDirectory directory;
    private final List<Runnable> upkeep;
    private final @Nullable Moving moving;
    private final MetadataTables tables;
    private final LongSupplier waiting;
    private final CommitLanes commits;

    TableSetup(OpenDatabases open, GroupKeeper groups, Duration grace) {
        databases = IntStream.range(0, open.all().size())
                .mapToObj(
                        number -> DatabaseTables.of(number, open.all().get(number), open.clock(number), grace, groups))
                .toList();
        if (databases.size() == 1) {
            upkeep = List.of();
            directory = BucketDirectory.ONLY_THE_FIRST;
            moving = null;
            tables = only(databases.getFirst());
            waiting = databases.getFirst().garbage()::waiting;
        } else {
            FreezeWatches frozen = FreezeWatches.of(open.all());
            directory = new PostgresBucketDirectory(
                    open.first(),
                    frozen,
                    new BucketChoice(databases, FurtherDatabases.since(open.first()), open.clock()));
            DatabaseMoves moves = new DatabaseMoves(open, directory, grace);
            moving = new Moving(frozen, moves);
            Databases all = new Databases(databases, directory);
            RoutedGarbageTable garbage = new RoutedGarbageTable(all, moves::generation, open.clock());
            UserQuotas quotas = new UserQuotas(databases);
            tables = routed(all, new RoutedGrantTable(all, open.clock(), grace), garbage, moves, quotas);
            upkeep = List.of(quotas::share, new SliceUpkeep(all)::run);
            waiting = garbage::waiting;
        }
        commits = new CommitLanes(databases, directory);
    }

    /** From now on it hears of moves, and carries them out. */
    void start() {
        if (moving != null) {
            moving.frozen.start();
            moving.moves.start();
        }
    }

    private static MetadataTables only(DatabaseTables one) {
        return new MetadataTables(
                one.mapping(),
                one.remaps(),
                one.garbage(),
                one.repairs(),
                one.grants(),
                one.quotas(),
                one.buckets(),
                one.uploads(),
                one.versions(),
                BucketMoves.ONE_DATABASE,
                LookupTables.only(one.mapping()));
    }

    private MetadataTables routed(
            Databases all, RoutedGrantTable grants, RoutedGarbageTable garbage, BucketMoves moves, UserQuotas quotas) {
        return new MetadataTables(
                new RoutedMappingTable(all),
                new RoutedRemapTable(all),
                garbage,
                new RoutedRepairTable(all),
                grants,
                new RoutedQuotaTable(all, quotas),
                new RoutedBucketTable(all),
                new RoutedUploadTable(all),
                new RoutedVersionTable(all),
                moves,
                new LookupTables(databases.stream().map(DatabaseTables::mapping).toList(), directory));
    }

    MetadataTables tables() {
        return tables;
    }

    List<DatabaseTables> databases() {
        return databases;
    }

    /** To be done every few seconds, if there are further databases. */
    List<Runnable> upkeep() {
        return upkeep;
    }

    /** Rows of the outbox that wait for the reaper. */
    long waiting() {
        return waiting.getAsLong();
    }

    /** Committers for each database. */
    Lane<Commit, CommitResult> commits(MetadataConfig config, MetadataMetrics metrics) {
        return commits.open(config, metrics);
    }

    /** Answers all commits that were accepted. */
    @Override
    public void close() {
        commits.closeFinders();
        if (moving != null) {
            moving.moves.close();
            moving.frozen.close();
        }
        commits.close();
    }
}
