package io.chameleon.metadata.routing;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.Slices;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.metadata.database.ClusterIdentity;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.DatabaseCount;
import io.chameleon.metadata.database.FurtherDatabases;
import io.chameleon.metadata.table.GroupKeeper;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.PostgresForTests;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Databases of one embedded PostgreSQL that one mapping table is on. New buckets go to them in turn, from the second.
 */
public final class SeveralDatabases implements AutoCloseable {
    public final List<DatabaseConfig> configs;
    public final List<Database> databases;

    public SeveralDatabases(int count) {
        configs =
                Stream.generate(PostgresForTests::migratedDatabase).limit(count).toList();
        DatabaseCount all = new DatabaseCount(count);
        databases = IntStream.range(0, count)
                .mapToObj(number -> Database.open(configs.get(number), new SimpleMeterRegistry(), number, all))
                .toList();
        String cluster = new ClusterIdentity(databases.getFirst()).open("");
        IntStream.range(1, count).forEach(number -> new ClusterIdentity(databases.get(number)).join(cluster, number));
        FurtherDatabases.record(databases.getFirst(), count, InstantSource.system());
        for (Database further : databases.subList(1, count)) {
            int unused = further.transactions().query(connection -> FurtherDatabases.follow(connection, count));
        }
    }

    /** From now on these buckets are in one database. */
    public void put(int number, String... buckets) {
        for (String bucket : buckets) {
            int unused = databases
                    .getFirst()
                    .transactions()
                    .run(session -> session.createNativeMutationQuery(
                                    "insert into bucket_database (bucket, number) values ('" + bucket + "', " + number
                                            + ")")
                            .executeUpdate());
        }
    }

    /** From now on the objects of a bucket are in slices, in all databases. */
    public void slice(String bucket) {
        int unused = databases
                .getFirst()
                .transactions()
                .run(session -> session.createNativeMutationQuery("insert into bucket_database values ('" + bucket
                                + "', 0, true), "
                                + IntStream.range(0, Slices.COUNT)
                                        .mapToObj(slice -> "('" + Slices.name(bucket, slice) + "', "
                                                + slice % databases.size() + ", false)")
                                        .collect(Collectors.joining(", ")))
                        .executeUpdate());
    }

    /** Nothing is in them any more. */
    public void empty() {
        databases.forEach(PostgresForTests::empty);
    }

    /** The tables of a process that remembers nothing. */
    public List<DatabaseTables> tables(InstantSource clock, Duration grace) {
        GroupKeeper groups = new GroupKeeper(databases.getFirst());
        return IntStream.range(0, databases.size())
                .mapToObj(number -> DatabaseTables.of(number, databases.get(number), clock, grace, groups))
                .toList();
    }

    public Databases routes(List<DatabaseTables> tables) {
        return routes(tables, FreezeWatches.of(databases));
    }

    /** @param watches of the process */
    public Databases routes(List<DatabaseTables> tables, FreezeWatches watches) {
        AtomicInteger next = new AtomicInteger();
        return new Databases(
                tables,
                new PostgresBucketDirectory(
                        databases.getFirst(), watches, () -> next.incrementAndGet() % databases.size()));
    }

    public Tables ports(InstantSource clock, Duration grace) {
        return ports(clock, routes(tables(clock, grace)));
    }

    public Tables ports(InstantSource clock, Databases routes) {
        return ports(clock, routes, () -> OptionalLong.of(0));
    }

    /** @param moves as of {@link RoutedGarbageTable} */
    public Tables ports(InstantSource clock, Databases routes, Supplier<OptionalLong> moves) {
        GrantsAndServers beside = new GrantsAndServers(routes, databases, clock);
        return new Tables(
                        new RoutedMappingTable(routes),
                        new RoutedRemapTable(routes),
                        new RoutedGarbageTable(routes, moves, clock),
                        new RoutedRepairTable(routes),
                        new RoutedQuotaTable(routes, new UserQuotas(routes.all())),
                        new RoutedBucketTable(routes),
                        new RoutedUploadTable(routes),
                        beside::registered,
                        beside::claimed)
                .with(new RoutedVersionTable(routes));
    }

    /** Tells one database who is registered. */
    void register(int number, InstantSource clock, Collection<ServerInfo> servers) {
        KnownServers.Known unused = new KnownServers(databases.get(number), clock).merge(servers);
    }

    /** A process that knows the first few databases alone. */
    Process processTold(int count) {
        DatabaseCount told = new DatabaseCount(count);
        return new Process(IntStream.range(0, count)
                .mapToObj(number -> Database.open(configs.get(number), new SimpleMeterRegistry(), number, told))
                .toList());
    }

    record Process(List<Database> databases) implements AutoCloseable {
        RoutedGarbageTable garbage(InstantSource clock, Duration grace) {
            GroupKeeper groups = new GroupKeeper(databases.getFirst());
            return new RoutedGarbageTable(
                    new Databases(
                            IntStream.range(0, databases.size())
                                    .mapToObj(number ->
                                            DatabaseTables.of(number, databases.get(number), clock, grace, groups))
                                    .toList(),
                            new PostgresBucketDirectory(databases.getFirst(), FreezeWatches.of(databases), () -> 0)),
                    () -> OptionalLong.of(0),
                    clock);
        }

        @Override
        public void close() {
            databases.forEach(Database::close);
        }
    }

    /** What is no port of core. */
    private record GrantsAndServers(Databases routes, List<Database> databases, InstantSource clock) {
        void registered(Collection<ServerInfo> servers) {
            for (Database database : databases.reversed()) {
                KnownServers.Known unused = new KnownServers(database, clock).merge(servers);
            }
        }

        void claimed(String bucket, String user) {
            if (!new RoutedGrantTable(routes, clock, Duration.ZERO).claim(bucket, user)) {
                throw new IllegalStateException(bucket + " is in use");
            }
        }
    }

    @Override
    public void close() {
        databases.forEach(Database::close);
    }
}
