package io.chameleon.node.embedded;

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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL outlives a killed JVM; such an orphan is stopped before the next starts on the same files. */
public final class PostgresOrphan {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresOrphan.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private PostgresOrphan() {}

    /** Stops the PostgreSQL that runs on {@code files}, if one does. */
    public static void stop(Path files) {
        stop(files, STOP_LIMIT);
    }

    /** @param limit until it is killed; it recovers after a kill */
    static void stop(Path files, Duration limit) {
        find(files).ifPresent(process -> {
            LOG.info("stopping the PostgreSQL (pid {}) that an earlier process left on {}", process.pid(), files);
            end(process);
            try {
                process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                kill(process);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                LOG.warn("waiting for pid {} failed: {}", process.pid(), e.getMessage());
            }
        });
    }

    /** Its sessions, too: after SIGTERM it would wait for them. */
    private static void end(ProcessHandle postgres) {
        try {
            Path program = Path.of(postgres.info().command().orElseThrow());
            new PostgresProgram(program.resolve("../..").normalize())
                    .run("pg_ctl", "kill", "INT", Long.toString(postgres.pid()));
        } catch (IOException | RuntimeException e) {
            LOG.debug("pid {} gets SIGTERM", postgres.pid(), e);
            boolean unused = postgres.destroy();
        }
    }

    /** With its children: any of them would keep the memory that they share, and the next would not start beside it. */
    static void kill(ProcessHandle postmaster) {
        List<ProcessHandle> all =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit().join());
    }

    private static Optional<ProcessHandle> find(Path files) {
        Path pidFile = files.resolve("postmaster.pid");
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(pidFile);
            return lines.isEmpty() || !lines.getFirst().matches("\\d{1,18}")
                    ? Optional.empty()
                    : PidFile.process(lines.getFirst());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + pidFile + ": " + e.getMessage(), e);
        }
    }
}
