package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * PostgreSQL as a child process that others reach over the network, with a password. Everything it acknowledges is
 * synced. Its files belong to the user who runs it.
 */
public final class PostgresServer implements AutoCloseable {
    /** Recovery after a crash reads the log since the last checkpoint. */
    static final Duration START_LIMIT = Duration.ofMinutes(10);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The superuser may also open replication connections, as a standby does: it reads everything anyway. */
    private static final String ACCESS = """
            host all all all scram-sha-256
            host replication %s all scram-sha-256
            """;

    private final PostgresConfig config;
    private final Path files;
    private final PostgresProcess postgres;
    private final CompletableFuture<String> failed;

    private PostgresServer(PostgresConfig config, PostgresProgram program, Path files, ProcessBuilder.Redirect log)
            throws IOException {
        this.config = config;
        this.files = files;
        this.postgres = new PostgresProcess(program, files, settings(config), log);
        this.failed = postgres.failed().thenApply(reason -> reason + "; its log is above");
    }

    /**
     * Starts on the configuration's directory, which the caller has to itself; initialises it if it is new and the
     * configuration allows that. Returns when the database answers.
     *
     * @throws IOException if the directory cannot be used
     * @throws IllegalStateException in one line if there is no database and none may be made, or PostgreSQL does not
     *     start
     */
    public static PostgresServer start(PostgresConfig config) throws IOException {
        return start(config, ProcessBuilder.Redirect.INHERIT);
    }

    /** As {@link #start(PostgresConfig)}, with PostgreSQL's log elsewhere than on standard error. */
    public static PostgresServer start(PostgresConfig config, ProcessBuilder.Redirect log) throws IOException {
        PostgresFiles directory = new PostgresFiles(config);
        PostgresProgram program = directory.ready();
        Path files = directory.path();
        PostgresOrphan.stop(files);
        PidFile.of(files).deleteIfItNamesNothing();
        Files.writeString(files.resolve("pg_hba.conf"), ACCESS.formatted(config.user()));
        PostgresServer server = new PostgresServer(config, program, files, log);
        try {
            server.awaitAnswer();
            server.createDatabase();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static List<String> settings(PostgresConfig config) {
        return List.of(
                "listen_addresses=" + config.listenAddresses(),
                "port=" + config.port(),
                "password_encryption=scram-sha-256",
                "max_connections=" + config.maxConnections(),
                "shared_buffers=" + (config.sharedBuffersBytes() >> 10) + "kB");
    }

    private void awaitAnswer() {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (!isAnswering("postgres")) {
            if (failed.isDone()) {
                throw new IllegalStateException(failed.join());
            }
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("PostgreSQL did not answer within " + START_LIMIT.toMinutes() + " min");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void createDatabase() {
        try {
            PostgresDatabases.create(config, config.database());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create database " + config.database() + ": " + e.getMessage(), e);
        }
    }

    /** Whether the database takes a connection and answers, now. Costs a connection. */
    public boolean isAnswering() {
        return isAnswering(config.database());
    }

    private boolean isAnswering(String database) {
        try (Connection connection = PostgresDatabases.connect(config, database)) {
            return connection.isValid(PostgresDatabases.PROBE_SECONDS);
        } catch (SQLException e) {
            if ("28P01".equals(e.getSQLState())) {
                throw new IllegalStateException(
                        "postgresql.password: not the one that " + files + " was made with; change it there by SQL", e);
            }
            return false;
        }
    }

    /** Completes with the reason if PostgreSQL ends by itself. */
    public CompletableFuture<String> failed() {
        return failed;
    }

    /** The postmaster; its sessions are its children. */
    public ProcessHandle process() {
        return postgres.process().toHandle();
    }

    /** As {@link PostgresProcess#stop}. */
    @Override
    public void close() {
        postgres.stop();
    }
}
