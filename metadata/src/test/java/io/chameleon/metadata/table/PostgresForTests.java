package io.chameleon.metadata.table;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.testservices.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real PostgreSQL for the tests of this JVM, which syncs commits as in production. It starts with the first test that
 * needs it and stops with the JVM; each test creates a database of its own, or empties the shared one.
 */
public final class PostgresForTests {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final StackWalker CALLS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** Truncated in one statement; the fencing row is reset. */
    private static final String EMPTY = """
        truncate object_mapping, object_version, component, extent_list, multipart_upload, upload_part,
            chunk_upload, fragment_outbox, repair_queue, epoch_log, balancer_plan, balancer_plan_remap,
            bucket, bucket_grant, bucket_claim, servers, evacuation, server_object, repair_backlog, quota, stored,
            object_group, group_redirect;
        update server_object_check set bucket = '', object_key = '', found = 0, settled = true;
        update state_count set counted_millis = 0;
        update redirect_limit set max_score = '-Infinity', changes = changes + 1;
        update repair_run set began_millis = 0, last_millis = 0, objects = 0, bytes = 0;
        update balancer_epoch set fence = 0, epoch = 1, holder = '', began_millis = 0;
        """;

    private PostgresForTests() {}

    private static final class Server {
        static final TestPostgres INSTANCE = TestPostgres.start();
    }

    private static final class Shared {
        static final DatabaseConfig CONFIG = newDatabase().withPoolSize(12);
        static final Database DATABASE = Database.open(CONFIG, new SimpleMeterRegistry());
    }

    /** A new, empty database, not migrated. */
    public static DatabaseConfig newDatabase() {
        String name = "test" + DATABASES.incrementAndGet();
        execute("postgres", "create database " + name);
        return DatabaseConfig.defaults(Server.INSTANCE.jdbcUrl(name), TestPostgres.USER, TestPostgres.USER);
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
        shared.transactions()
                .run(session -> session.createNativeMutationQuery(EMPTY).executeUpdate());
        return shared;
    }

    /** Runs statements as the superuser, on a connection of its own. */
    public static void execute(String database, String sql) {
        try (Connection connection = Server.INSTANCE.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Connections to the database of a config. */
    public static int connections(DatabaseConfig config) {
        String sql = "select count(*) from pg_stat_activity where datname = '" + name(config) + "'";
        try (Connection connection = Server.INSTANCE.connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
