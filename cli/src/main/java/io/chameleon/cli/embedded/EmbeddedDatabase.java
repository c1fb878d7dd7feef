package io.chameleon.cli.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL from its binaries on the class path, with fsync and synchronous commit on: the library's own default is off, and
 * an acknowledged commit must not vanish.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final EmbeddedPostgres postgres;

    private EmbeddedDatabase(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** Starts on {@code directory}, which it initialises when empty. The port is any free one if {@code port} is 0. */
    public static EmbeddedDatabase start(Path directory, int port) {
        stopOrphan(directory);
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setDataDirectory(directory)
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
            return new EmbeddedDatabase(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start PostgreSQL on " + directory + ": " + e.getMessage(), e);
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
        postgres.close();
    }

    /** PostgreSQL outlives a killed JVM; the one it leaves behind is stopped before the next starts on the same files. */
    private static void stopOrphan(Path directory) {
        orphan(directory).ifPresent(process -> {
            LOG.info("stopping the PostgreSQL (pid {}) that an earlier process left on {}", process.pid(), directory);
            process.destroy();
            try {
                process.onExit().get(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                process.destroyForcibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                LOG.warn("waiting for pid {} failed: {}", process.pid(), e.getMessage());
            }
        });
    }

    private static Optional<ProcessHandle> orphan(Path directory) {
        Path pidFile = directory.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(pidFile);
            return lines.isEmpty() || !lines.getFirst().matches("\\d+")
                    ? Optional.empty()
                    : ProcessHandle.of(Long.parseLong(lines.getFirst()))
                            // The number may belong to another program by now.
                            .filter(process ->
                                    process.info().command().orElse("").endsWith("postgres"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + pidFile + ": " + e.getMessage(), e);
        }
    }
}
