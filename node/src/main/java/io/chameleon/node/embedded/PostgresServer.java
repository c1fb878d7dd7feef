package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL as a child process that others reach over the network, with a password. Everything it acknowledges is
 * synced. Its files belong to the user who runs it.
 */
public final class PostgresServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    /** Recovery after a crash reads the log since the last checkpoint. */
    private static final Duration START_LIMIT = Duration.ofMinutes(10);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The superuser may also open replication connections, as a standby does: it reads everything anyway. */
    private static final String ACCESS = """
            host all all all scram-sha-256
            host replication %s all scram-sha-256
            """;

    private final PostgresConfig config;
    private final PostgresProgram program;
    private final Path files;
    private final Process process;
    private final CompletableFuture<String> failed = new CompletableFuture<>();
    private volatile boolean closing;

    private PostgresServer(PostgresConfig config, PostgresProgram program, Path files, ProcessBuilder.Redirect log)
            throws IOException {
        this.config = config;
        this.program = program;
        this.files = files;
        this.process = new ProcessBuilder(Unprivileged.command(command()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log)
                .start();
        CompletableFuture<Void> unused = process.onExit().thenAccept(ended -> {
            if (!closing) {
                failed.complete("PostgreSQL ended with exit code " + ended.exitValue() + "; its log is above");
            }
        });
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
        // The directory is ours alone, so a pid left there by a killed container names no process, or an unrelated one.
        Files.deleteIfExists(files.resolve("postmaster.pid"));
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

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(program.path("postgres"), "-D", files.toString()));
        List.of(
                        "listen_addresses=" + config.host(),
                        "port=" + config.port(),
                        "unix_socket_directories=",
                        "fsync=on",
                        "synchronous_commit=on",
                        "full_page_writes=on",
                        "password_encryption=scram-sha-256",
                        "max_connections=" + config.maxConnections(),
                        "shared_buffers=" + (config.sharedBuffersBytes() >> 10) + "kB",
                        "timezone=UTC",
                        "log_timezone=UTC")
                .forEach(setting -> command.addAll(List.of("-c", setting)));
        return command;
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
        return process.toHandle();
    }

    /** A fast shutdown: sessions end, what they had not committed is rolled back, a checkpoint is written. */
    @Override
    public void close() {
        closing = true;
        if (!process.isAlive()) {
            return;
        }
        try {
            program.run("pg_ctl", "stop", "--pgdata=" + files, "--mode=fast", "--timeout=" + STOP_LIMIT.toSeconds());
        } catch (IOException | RuntimeException e) {
            LOG.warn("PostgreSQL does not stop, so it is killed; it recovers at its next start", e);
            process.destroyForcibly();
        }
    }
}
