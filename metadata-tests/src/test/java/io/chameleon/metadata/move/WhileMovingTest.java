package io.chameleon.metadata.move;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.MappingTableContract;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionTable;
import io.chameleon.metadata.routing.Databases;
import io.chameleon.metadata.routing.SeveralDatabases;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The whole contract on two databases, while the bucket of most tests moves between them before some calls. Tests run
 * side by side: each takes two databases that no other test uses meanwhile.
 */
@Order(1) // takes the longest
@Execution(ExecutionMode.CONCURRENT)
class WhileMovingTest extends MappingTableContract {
    /** One call in so many finds the bucket in the other database. */
    private static final int MOVED_IN = 32;

    /** Two databases, and pools for the hundreds of moves between them: to connect anew takes longer than to move. */
    private record Pair(SeveralDatabases databases, List<HikariDataSource> pools) {
        static Pair open() {
            SeveralDatabases several = new SeveralDatabases(2);
            return new Pair(
                    several,
                    several.databases.stream()
                            .map(database -> pool(database.unlimited()))
                            .toList());
        }

        private static HikariDataSource pool(DataSource source) {
            HikariConfig config = new HikariConfig();
            config.setDataSource(source);
            config.setMaximumPoolSize(2);
            config.setMinimumIdle(0);
            return new HikariDataSource(config);
        }

        MoverConnections connections() {
            return new MoverConnections(pools::get, (number, backend) -> true, System::nanoTime);
        }

        void close() {
            pools.forEach(HikariDataSource::close);
            databases.close();
        }
    }

    /** No test uses them just now. */
    private static final Queue<Pair> FREE = new ConcurrentLinkedQueue<>();

    @SuppressWarnings("NullAway.Init")
    private Pair pair;

    @AfterEach
    void release() {
        FREE.add(pair);
    }

    @AfterAll
    static void close() {
        FREE.forEach(Pair::close);
    }

    @Override
    protected Tables emptyTables(InstantSource clock, Duration grace) {
        pair = Objects.requireNonNullElseGet(FREE.poll(), Pair::open);
        SeveralDatabases several = pair.databases;
        several.empty();
        several.put(1, "photos");
        several.put(0, "videos");
        Moves moves = new Moves(several.databases, clock, pair.connections());
        Databases routes = several.routes(several.tables(clock, grace), moves.watches());
        Tables tables = several.ports(clock, routes, moves.orders::generation);
        Before before = new Before(moves, tables.repairs());
        return new Tables(
                        before.each(MappingTable.class, tables.mapping()),
                        before.each(RemapTable.class, tables.remaps()),
                        before.each(GarbageTable.class, new SteadyIds(tables.garbage()).port()),
                        before.each(RepairTable.class, tables.repairs()),
                        before.each(QuotaTable.class, tables.quotas()),
                        before.each(BucketTable.class, tables.buckets()),
                        before.each(UploadTable.class, tables.uploads()),
                        tables.registered(),
                        tables.claimed())
                .with(before.each(VersionTable.class, Objects.requireNonNull(tables.versions())));
    }

    @Override
    public Tables emptyModel(InstantSource clock, Duration grace) {
        InMemoryMappingTable table = new InMemoryMappingTable(clock, grace);
        return Tables.of(table, table.buckets(), table.uploads(), table::registered, table::claimed);
    }

    /**
     * Moves buckets before calls, but none during one: it would be refused. Nor while a server is emptied: a move makes
     * its walks begin anew.
     */
    private static final class Before {
        private final Moves moves;
        private final RepairTable repairs;
        private final SplittableRandom chance = new SplittableRandom(1);
        private final ReentrantReadWriteLock calls = new ReentrantReadWriteLock();
        private int at = 1;
        private int next = chance.nextInt(MOVED_IN / 8);

        Before(Moves moves, RepairTable repairs) {
            this.moves = moves;
            this.repairs = repairs;
        }

        <T> T each(Class<T> type, T port) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        move();
                        calls.readLock().lock();
                        try {
                            return method.invoke(port, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        } finally {
                            calls.readLock().unlock();
                        }
                    }));
        }

        private void move() {
            if (!calls.writeLock().tryLock()) {
                return;
            }
            try {
                if (next-- == 0) {
                    next = chance.nextInt(MOVED_IN);
                    if (repairs.evacuating().records().isEmpty()) {
                        moves.orders.begin("photos", at, 1 - at);
                        moves.finish();
                        at = 1 - at;
                    }
                }
            } finally {
                calls.writeLock().unlock();
            }
        }
    }

    /** Gives the garbage of a write on a server one id, whatever database it is in. */
    private static final class SteadyIds {
        private record Of(ServerId server, WriteId writeId) {}

        private final GarbageTable table;
        private final Map<Of, Long> ids = new HashMap<>();
        private final Map<Long, Long> current = new HashMap<>();

        SteadyIds(GarbageTable table) {
            this.table = table;
        }

        GarbageTable port() {
            return (GarbageTable) Proxy.newProxyInstance(
                    GarbageTable.class.getClassLoader(),
                    new Class<?>[] {GarbageTable.class},
                    (proxy, method, arguments) -> {
                        try {
                            Object answer = method.invoke(
                                    table, method.getName().equals("collected") ? current(arguments) : arguments);
                            return method.getName().equals("garbage") ? steady((List<?>) answer) : answer;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private synchronized List<Garbage> steady(List<?> rows) {
            return rows.stream().map(Garbage.class::cast).map(this::steady).toList();
        }

        private Garbage steady(Garbage row) {
            long id = ids.computeIfAbsent(new Of(row.server(), row.writeId()), any -> row.id());
            current.put(id, row.id());
            return new Garbage(id, row.server(), row.writeId(), row.sinceMillis());
        }

        /** Those ids that the rows have now: they were handed out by the database that the bucket was in. */
        private synchronized Object[] current(Object[] arguments) {
            table.garbage(0, Integer.MAX_VALUE).forEach(this::steady);
            return new Object[] {
                ((Collection<?>) arguments[0])
                        .stream()
                                .map(id -> current.getOrDefault((Long) id, (Long) id))
                                .toList()
            };
        }
    }
}
