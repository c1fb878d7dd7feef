package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Measures what requests and periodic tasks cost on a table of any size, one call at a time: the median, the 99th
 * percentile and the longest, and what the database logs. First it fills the table if it is empty. Arguments: thousands
 * of objects, and the JDBC URL of a database, with user and password; without one an embedded PostgreSQL that syncs
 * every commit. A third argument, {@code fill}: nothing is measured.
 */
final class ScaleLoad {
    private static final PrintStream OUT = System.out;
    private static final int SERVERS = 54;
    private static final Duration GRACE = Duration.ofHours(1);
    /** As in {@code balancer.candidates} and {@code balancer.remap-batch}. */
    private static final int CANDIDATES = 20_000;

    private static final int REMAPS = 500;
    private static final int PAGE = 1_000;
    private static final ServerId SERVER = new ServerId("flash-7");

    private static final String SIZES = """
            select '  ' || rpad(c.relname, 34) || lpad(round(pg_relation_size(c.oid)::numeric / %1$s, 1)::text, 8) || ' bytes an object, '
                || pg_size_pretty(pg_relation_size(c.oid))
            from pg_class c left join pg_index i on i.indexrelid = c.oid
            where coalesce(i.indrelid, c.oid) in ('object_mapping'::regclass, 'server_object'::regclass) and c.relkind in ('r', 'i')
            order by pg_relation_size(c.oid) desc
            """;

    private final long objects;
    private final SplittableRandom random = new SplittableRandom(7);

    private final Connection connection;

    private ScaleLoad(long objects, Connection connection) {
        this.objects = objects;
        this.connection = connection;
    }

    public static void main(String[] arguments) throws SQLException {
        long objects = 1_000L * (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10);
        DatabaseConfig config = arguments.length > 1
                ? DatabaseConfig.defaults(arguments[1], "postgres", "postgres")
                : PostgresForTests.migratedDatabase();
        try (Database database = Database.open(config, new SimpleMeterRegistry());
                Connection connection = DriverManager.getConnection(config.jdbcUrl())) {
            if (TableFill.isEmpty(connection)) {
                long begin = System.nanoTime();
                TableFill.fill(connection, objects, SERVERS);
                OUT.printf("%,d objects, filled in %,.0f s%n", objects, (System.nanoTime() - begin) / 1e9);
            }
            TableFill.texts(connection, SIZES.formatted(objects)).forEach(OUT::println);
            TableFill.execute(connection, "checkpoint");
            if (arguments.length > 2) {
                return;
            }
            new ScaleLoad(objects, connection).measure(database);
        }
    }

    private ObjectId object() {
        return new ObjectId("photos", TableFill.key(random.nextLong(objects)));
    }

    private void measure(Database database) throws SQLException {
        InstantSource clock = InstantSource.system();
        PostgresMappingTable mapping = new PostgresMappingTable(database, clock, GRACE);
        PostgresRemapTable remaps = new PostgresRemapTable(database, clock, GRACE);
        PostgresGarbageTable garbage = new PostgresGarbageTable(database, clock, GRACE);
        PostgresRepairTable repairs = new PostgresRepairTable(database, clock, GRACE);
        long fence = remaps.claim("load").fence();
        timed("look-up", 5_000, n -> mapping.lookup(object()));
        timed(
                "look-ups of 100 objects",
                500,
                n -> mapping.lookup(
                        IntStream.range(0, 100).mapToObj(i -> object()).toList()));
        String run = Long.toHexString(System.nanoTime());
        timed("commit of a new object", 2_000, n -> mapping.commit(List.of(Samples.write(Samples.object(run + n)))));
        timed("commit of another version", 2_000, n -> mapping.commit(List.of(Samples.write(object()))));
        timed(
                "page of 1,000 objects of a listing",
                100,
                n -> mapping.list(new ListQuery("photos", "", "", object().key(), PAGE)));
        timed("page of 1,000 prefixes of a listing", 10, n -> mapping.list(new ListQuery("photos", "", "/", "", PAGE)));
        timed("snapshot: hottest and coldest 20,000", 5, n -> {
            int unused = remaps.hottest(CANDIDATES).size()
                    + remaps.coldest(CANDIDATES).size();
        });
        timed(
                "500 remaps of a plan, looked up and applied",
                20,
                n -> remaps.remap(
                        fence, remapsOf(mapping, remaps.balancerEpoch().epoch())));
        timed("what waits for its next write, 20,000", 5, n -> remaps.pending(Long.MAX_VALUE, null, CANDIDATES));
        timed("end of an epoch", 20, n -> remaps.advanceEpoch(fence));
        timed("compaction, 10,000 entries at most", 5, n -> remaps.compact(fence, Long.MAX_VALUE));
        timed("counts by state", 200, n -> remaps.countByState());
        timed("rows of the outbox", 20, n -> garbage.waiting());
        timed(
                "garbage of 160 writes, collected",
                10,
                n -> garbage.collected(
                        garbage.garbage(0, 960).stream().map(Garbage::id).toList()));
        timed("garbage of a server, 8,000", 20, n -> garbage.garbage(SERVER, 0, 8_000));
        timed("live writes, of 1,000 on a server", 20, n -> garbage.liveWrites(SERVER, writes()));
        timed("next 128 repairs", 20, n -> repairs.repairs(128));
        timed("repair's status", 50, n -> repairs.repairStatus());
        try (PlacesCheck check = new PlacesCheck(database, new SimpleMeterRegistry())) {
            timed("check of the codes of 500 objects", 20, n -> check.step(500));
        }
        repairs.begin(fence, SERVER);
        Evacuation[] lost = {repairs.evacuating().records().getFirst()};
        timed("8,000 objects of a lost server queued", 5, n -> {
            if (lost[0].walk() == 0) {
                lost[0] = repairs.walk(fence, lost[0], 8_000).orElseThrow();
            }
        });
        timed("next 128 repairs, of many", 20, n -> repairs.repairs(128));
        long begin = System.nanoTime();
        try (StateRecount recount = new StateRecount(database, clock)) {
            boolean unused = recount.recount();
        }
        OUT.printf("%-46s %,10.1f ms%n", "all states counted anew, after a start", (System.nanoTime() - begin) / 1e6);
    }

    private List<WriteId> writes() {
        return LongStream.generate(() -> random.nextLong(objects))
                .limit(PAGE)
                .mapToObj(n -> new WriteId(1_000_000_000_000L + n * 65_536L, n))
                .toList();
    }

    /** Of objects that do not wait for their next write yet. */
    private List<Remap> remapsOf(PostgresMappingTable mapping, long epoch) {
        Placement three = new Placement(
                RedundancyScheme.REP_3,
                IntStream.rangeClosed(51, 53)
                        .mapToObj(i -> new ServerId("flash-" + i))
                        .toList());
        return mapping
                .lookup(IntStream.range(0, REMAPS)
                        .mapToObj(i -> object())
                        .distinct()
                        .toList())
                .stream()
                .flatMap(found -> Stream.ofNullable(found.mapping()))
                .filter(row -> row.state().allows(RedundancyEvent.UPGRADE))
                .map(row -> new Remap(row.id(), row.version(), RedundancyEvent.UPGRADE, three, epoch, "measured"))
                .toList();
    }

    /** A tenth as many calls come before, and are not measured. */
    private void timed(String what, int calls, IntConsumer call) throws SQLException {
        for (int i = 0; i < Math.ceilDiv(calls, 10); i++) {
            call.accept(-1 - i);
        }
        long[] nanos = new long[calls];
        long logged = logged();
        for (int i = 0; i < calls; i++) {
            long begin = System.nanoTime();
            call.accept(i);
            nanos[i] = System.nanoTime() - begin;
        }
        Arrays.sort(nanos);
        OUT.printf(
                "%-46s median %,10.2f ms, p99 %,10.2f ms, longest %,10.2f ms, %,d bytes of log%n",
                what,
                nanos[calls / 2] / 1e6,
                nanos[calls - 1 - calls / 100] / 1e6,
                nanos[calls - 1] / 1e6,
                (logged() - logged) / calls);
    }

    /** Bytes that the database has written to its log, by all that runs. */
    private long logged() throws SQLException {
        return Long.parseLong(TableFill.texts(connection, "select pg_current_wal_insert_lsn() - '0/0'")
                .getFirst());
    }
}
