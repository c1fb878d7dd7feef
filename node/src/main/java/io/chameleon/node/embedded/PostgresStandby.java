package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The standby of a {@link PostgresServer}: made from its files while it runs, waited for by each of its commits,
 * promoted in its place. One primary has one standby. The embedded distribution lacks {@code pg_basebackup}, so this
 * class does its work.
 */
public final class PostgresStandby {
    /** Also the name of its replication slot, which keeps the primary's log while the standby is down. */
    private static final String NAME = "standby";

    /** It begins with a checkpoint. */
    private static final Duration BACKUP_LIMIT = Duration.ofMinutes(5);

    private static final Duration MARGIN = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private PostgresStandby() {}

    /**
     * Makes the files of a standby, which follows the running {@code primary} once it is started. Costs reading and
     * writing all of it.
     *
     * @param standby of the same user; has no files yet
     * @param host where the standby finds the primary
     * @param port there
     * @throws SQLException if the primary does not answer as one
     */
    public static void make(PostgresConfig primary, PostgresConfig standby, String host, int port)
            throws IOException, SQLException {
        Path from = new PostgresFiles(primary).path();
        Path to = new PostgresFiles(standby).path();
        Path half = to.resolveSibling(to.getFileName() + ".new");
        Directories.delete(half);
        try (Connection connection = connect(primary, BACKUP_LIMIT);
                Statement statement = connection.createStatement()) {
            execute(
                    statement,
                    "select pg_create_physical_replication_slot('" + NAME + "', true) where not exists"
                            + " (select 1 from pg_replication_slots where slot_name = '" + NAME + "')");
            execute(statement, "select pg_backup_start('" + NAME + "', true)");
            Files.walkFileTree(from, new BackupCopy(from, half));
            Files.writeString(
                    half.resolve("backup_label"), text(statement, "select labelfile from pg_backup_stop(false)"));
        }
        // Replaces what the primary has there: once promoted it waits for no standby, until it has one itself.
        Files.writeString(half.resolve("postgresql.auto.conf"), """
                primary_conninfo = %s
                primary_slot_name = %s
                wal_retrieve_retry_interval = 200ms
                """.formatted(
                        setting(connectionInfo(standby, host, port)), setting(NAME)));
        Files.createFile(half.resolve("standby.signal"));
        Files.move(half, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String connectionInfo(PostgresConfig standby, String host, int port) {
        return "host=" + value(host) + " port=" + port + " user=" + value(standby.user()) + " password="
                + value(standby.password()) + " application_name=" + NAME;
    }

    private static String value(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static String setting(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    /**
     * From now on each commit of the primary waits until the running standby has it on its disk. Returns once the
     * standby has everything that was committed before.
     *
     * @throws IllegalStateException in one line if it has not within the limit
     */
    public static void waitFor(PostgresConfig primary, Duration limit) throws SQLException, InterruptedException {
        try (Connection connection = connect(primary, limit);
                Statement statement = connection.createStatement()) {
            // Not before it follows: every commit would wait for it.
            awaitCaughtUp(statement, "true", limit);
            execute(statement, "alter system set synchronous_standby_names = '" + NAME + "'");
            execute(statement, "select pg_reload_conf()");
            awaitCaughtUp(statement, "sync_state = 'sync'", limit);
        }
    }

    /**
     * Returns once the standby has everything that the primary had committed when this was called, and the primary
     * waits for it.
     *
     * @throws IllegalStateException in one line if that is not so within the limit
     */
    public static void awaitSynchronous(PostgresConfig primary, Duration limit)
            throws SQLException, InterruptedException {
        try (Connection connection = connect(primary, limit);
                Statement statement = connection.createStatement()) {
            awaitCaughtUp(statement, "sync_state = 'sync'", limit);
        }
    }

    private static void awaitCaughtUp(Statement statement, String condition, Duration limit)
            throws SQLException, InterruptedException {
        String written = text(statement, "select pg_current_wal_flush_lsn()");
        String caughtUp = "select exists (select 1 from pg_stat_replication where application_name = '" + NAME
                + "' and state = 'streaming' and flush_lsn >= '" + written + "' and " + condition + ")";
        long end = System.nanoTime() + limit.toNanos();
        while (!"t".equals(text(statement, caughtUp))) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the standby does not follow within " + limit.toSeconds() + " s");
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("while waiting for the standby");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /**
     * Turns the standby into a primary without a standby, which takes writes when this returns. The one that it
     * followed must not run.
     */
    public static void promote(PostgresConfig standby, Duration limit) throws SQLException {
        try (Connection connection = connect(standby, limit);
                Statement statement = connection.createStatement()) {
            if (!"t".equals(text(statement, "select pg_promote(true, " + limit.toSeconds() + ")"))) {
                throw new IllegalStateException("the standby is not promoted within " + limit.toSeconds() + " s");
            }
        }
    }

    /** @param limit for each statement */
    private static Connection connect(PostgresConfig config, Duration limit) throws SQLException {
        Connection connection = PostgresDatabases.connect(config, "postgres");
        connection.setNetworkTimeout(Runnable::run, (int) limit.plus(MARGIN).toMillis());
        return connection;
    }

    private static void execute(Statement statement, String sql) throws SQLException {
        boolean unused = statement.execute(sql);
    }

    private static String text(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
