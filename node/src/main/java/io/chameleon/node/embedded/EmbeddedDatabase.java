package io.chameleon.node.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * PostgreSQL from its binaries on the class path, with fsync and synchronous commit on. The library's own default is
 * off, but an acknowledged commit must not vanish.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    private final EmbeddedPostgres postgres;

    private EmbeddedDatabase(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /**
     * Starts on {@code directory}, which it initialises when empty, with the programs of {@link UserPrograms}. The port
     * is any free one if {@code port} is 0.
     *
     * @throws UncheckedIOException in one line if the directory, the port or the room on a disk is not available
     * @throws IllegalStateException in one line, with what it said, if a program fails
     */
    public static EmbeddedDatabase start(Path directory, int port) {
        PostgresOrphan.stop(directory);
        try {
            requireFree(port);
            Path programs = programs(UserPrograms.orElse(directory.resolveSibling("postgres-programs")));
            initialise(directory, PostgresProgram.forLibrary(programs));
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
                    .setOverrideWorkingDirectory(programs.toFile())
                    .setCleanDataDirectory(false)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on")
                    .setServerConfig("max_connections", "100")
                    .setServerConfig("shared_buffers", "128MB")
                    .setServerConfig("timezone", "UTC");
            if (port != 0) {
                builder.setPort(port);
            }
            return started(new EmbeddedDatabase(uninterrupted(builder::start)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start PostgreSQL on " + directory + ": " + e.getMessage(), e);
        }
    }

    private static EmbeddedDatabase started(EmbeddedDatabase database) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            database.close();
            throw new IOException("interrupted");
        }
        return database;
    }

    /** The library gives up where its thread is interrupted, and leaves PostgreSQL running for ever. */
    private static <T> T uninterrupted(Callable<T> work) throws IOException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread unused = Thread.ofPlatform().daemon().name("embedded-postgres").start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The library would not tell what initdb said, and take what a killed one has left for a whole database. */
    private static void initialise(Path directory, PostgresProgram program) throws IOException {
        if (Files.exists(directory.resolve("postgresql.conf"))) {
            return;
        }
        InitDb.make(directory, program, "--username=postgres", "--auth=trust");
    }

    /**
     * The library's own choice is among the temporary files, where anybody may make it first and plant programs. It
     * lets others write to the directory that it is given, so that is one inside a directory that they cannot enter.
     */
    static Path programs(Path own) throws IOException {
        Files.createDirectories(own.toAbsolutePath().getParent());
        if (!UserPrograms.runFrom(UserPrograms.made(own))) {
            throw new IOException("programs cannot be run from " + own.toAbsolutePath()
                    + ": it must be writable, and its file system not be mounted with noexec");
        }
        // Not "embedded": there the library itself has unpacked, on a full disk perhaps half of them.
        return own.resolve("unpacked");
    }

    /** The library takes another PostgreSQL that answers at the port for its own. */
    private static void requireFree(int port) throws IOException {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (BindException e) {
            throw new IOException("port " + port + " is in use", e);
        }
    }

    public String jdbcUrl() {
        return postgres.getJdbcUrl("postgres", "postgres");
    }

    public int port() {
        return postgres.getPort();
    }

    @Override
    public void close() throws IOException {
        uninterrupted(() -> {
            postgres.close();
            return postgres;
        });
    }
}
