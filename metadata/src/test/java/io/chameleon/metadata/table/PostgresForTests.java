package io.chameleon.metadata.table;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.row.Places;
import io.chameleon.testservices.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL for the tests of this JVM, which syncs commits as in production. It starts with the first test that
 * needs it and stops with the JVM; a test creates a database of its own, or empties the shared one.
 */
public final class PostgresForTests {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final StackWalker CALLS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** A pool opens all of its connections at once, and each costs milliseconds. */
    private static final int POOL = 4;

    /** The database in which databases are made and taken away. */
    private static final String NO_TEST = "postgres";

    private static final List<String> TABLES = List.of(
            "object_mapping",
            "object_version",
            "component",
            "extent_list",
            "multipart_upload",
            "upload_part",
            "chunk_upload",
            "fragment_outbox",
            "repair_queue",
            "epoch_log",
            "balancer_plan",
            "balancer_plan_remap",
            "bucket",
            "bucket_grant",
            "bucket_claim",
            "servers",
            "evacuation",
            "server_object",
            "repair_backlog",
            "reconciliation_halt",
            "quota",
            "stored",
            "object_group",
            "group_redirect",
            "further_database",
            "bucket_database",
            "frozen_bucket",
            "bucket_move",
            "moved_bucket");

    /** Those that have had rows: to truncate an empty table makes new files for it and its indexes, too. */
    private static final String USED = "select string_agg(name, ', ') from unnest(array['" + String.join("', '", TABLES)
            + "']) as tables (name) where pg_relation_size(cast(name as regclass)) > 0";

    /** The fencing row, and others that always exist. Rows of objects need no names of these servers. */
    private static final String RESET = """
        delete from server_code;
        update server_object_check set bucket = '', object_key = '', found = 0, settled = true;
        update state_count set counted_millis = 0;
        update redirect_limit set max_score = '-Infinity', changes = changes + 1;
        update repair_run set began_millis = 0, last_millis = 0, objects = 0, bytes = 0;
        update balancer_epoch set fence = 0, epoch = 1, holder = '', began_millis = 0;
        insert into server_code (code, server)
            select %s, s.name from (select 'flash-' || n as name from generate_series(0, 19) n) s;
        """.formatted(Places.OF_NAME.formatted("s.name"));

    private PostgresForTests() {}

    private static final class Server {
        static final TestPostgres INSTANCE = TestPostgres.start();
        /** Connections to no test's database: a new one would cost more than most statements do. */
        static final HikariDataSource BESIDE = beside();

        private static HikariDataSource beside() {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(INSTANCE.jdbcUrl(NO_TEST));
            config.setMinimumIdle(0);
            return new HikariDataSource(config);
        }
    }

    private static final class Migrated {
        static final String NAME = name(migrate());

        private static DatabaseConfig migrate() {
            DatabaseConfig config = newDatabase();
            Database.open(config, new SimpleMeterRegistry()).close();
            return config;
        }
    }

    private static final class Shared {
        static final DatabaseConfig CONFIG = migratedDatabase().withPoolSize(12);
        static final Database DATABASE = Database.open(CONFIG, new SimpleMeterRegistry());
    }

    /** A new, empty database, not migrated. */
    public static DatabaseConfig newDatabase() {
        return create("");
    }

    /** A new database as its first process leaves it: a copy, which takes a third of the time that migrating takes. */
    public static DatabaseConfig migratedDatabase() {
        return create(" template " + Migrated.NAME);
    }

    private static DatabaseConfig create(String template) {
        String name = "test" + DATABASES.incrementAndGet();
        execute(NO_TEST, "create database " + name + template);
        return DatabaseConfig.defaults(Server.INSTANCE.jdbcUrl(name), TestPostgres.USER, TestPostgres.USER)
                .withPoolSize(POOL);
    }

    /** The name of a config's database. */
    public static String name(DatabaseConfig config) {
        return config.jdbcUrl().replaceAll(".*/(\\w+)\\?.*", "$1");
    }

    static String sharedName() {
        return name(Shared.CONFIG);
    }

    /** The database that many test classes share, migrated and emptied. The caller is a {@link SharedDatabase}. */
    public static Database emptied() {
        Class<?> caller = CALLS.getCallerClass();
        if (!caller.isAnnotationPresent(SharedDatabase.class)) {
            throw new IllegalStateException(
                    caller.getName() + " takes no turns with others: make it a @SharedDatabase");
        }
        Database shared = Shared.DATABASE;
        empty(shared);
        return shared;
    }

    /** Nothing is in its tables any more, and nobody leads. */
    public static void empty(Database database) {
        boolean unused = database.transactions()
                .run(session -> session.doReturningWork(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        String used = used(statement);
                        boolean rows = statement.execute(used == null ? RESET : "truncate " + used + ";" + RESET);
                        ServerCodes.of(session).read(connection);
                        return rows;
                    }
                }));
    }

    private static @Nullable String used(Statement statement) throws SQLException {
        try (ResultSet tables = statement.executeQuery(USED)) {
            tables.next();
            return tables.getString(1);
        }
    }

    /** Nobody reaches a database until {@link #bringBack}. */
    public static void takeAway(DatabaseConfig config) {
        takeAway(name(config));
    }

    /** Who began to connect before is not connected yet, so they are counted, too. */
    private static void takeAway(String name) {
        execute(NO_TEST, "alter database " + name + " allow_connections false");
        Awaitility.await().until(() -> {
            execute(NO_TEST, "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'");
            return count("datname = '" + name + "' or backend_type = 'client backend' and datid is null") == 0;
        });
    }

    /** Each of two databases gets the other's name. */
    public static void exchange(DatabaseConfig one, DatabaseConfig other) {
        rename(name(one), "exchanged");
        rename(name(other), name(one));
        rename("exchanged", name(other));
    }

    /** Those who were connected are not any more. */
    public static void rename(String from, String to) {
        takeAway(from);
        Awaitility.await()
                .ignoreExceptions()
                .untilAsserted(() -> execute(NO_TEST, "alter database " + from + " rename to " + to));
        execute(NO_TEST, "alter database " + to + " allow_connections true");
    }

    public static void bringBack(DatabaseConfig config) {
        execute(NO_TEST, "alter database " + name(config) + " allow_connections true");
    }

    private static Connection connect(String database) throws SQLException {
        return database.equals(NO_TEST) ? Server.BESIDE.getConnection() : Server.INSTANCE.connect(database);
    }

    /** Runs statements as the superuser. */
    public static void execute(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Whether a query as the superuser has any row. */
    public static boolean isThere(DatabaseConfig config, String sql) {
        return !text(config, sql).isEmpty();
    }

    /** The first column of an answer, a line for each row. */
    public static String text(DatabaseConfig config, String sql) {
        try (Connection connection = Server.INSTANCE.connect(name(config));
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            StringJoiner lines = new StringJoiner("\n");
            while (result.next()) {
                lines.add(result.getString(1));
            }
            return lines.toString();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The processes of the server that serve a connection, or work in the background. */
    public static List<Long> processes() {
        String sql = "select pid from pg_stat_activity where pid <> pg_backend_pid()";
        List<Long> processes = new ArrayList<>();
        try (Connection connection = connect(NO_TEST);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                processes.add(result.getLong(1));
            }
            return processes;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Connections to the database of a config. */
    public static int connections(DatabaseConfig config) {
        return count("datname = '" + name(config) + "'");
    }

    private static int count(String condition) {
        String sql = "select count(*) from pg_stat_activity where " + condition;
        try (Connection connection = connect(NO_TEST);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
