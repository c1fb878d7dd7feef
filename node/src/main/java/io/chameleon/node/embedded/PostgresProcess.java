package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running {@code postgres} on files that nobody else uses. Its sessions are its children. Safe from any thread. */
final class PostgresProcess {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresProcess.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    private static final int STATUS_LINE = 7;
    /** PostgreSQL does not take the process of this number for one on its files; pg_ctl names its shell so. */
    private static final String NOT_A_RIVAL = "PG_GRANDPARENT_PID";

    private final PostgresProgram program;
    private final Path files;
    /** Of the pid file that an earlier process left, which may have had our pid in another container; null: none. */
    private final @Nullable FileTime former;

    private final Process process;
    private final CompletableFuture<String> failed = new CompletableFuture<>();
    private volatile boolean stopping;

    /** @param settings in {@code name=value} form, beside those without which an acknowledged commit might vanish */
    PostgresProcess(PostgresProgram program, Path files, List<String> settings, ProcessBuilder.Redirect log)
            throws IOException {
        this.program = program;
        this.files = files;
        this.former = modified(pidFile());
        List<String> command = new ArrayList<>(List.of(program.path("postgres"), "-D", files.toString()));
        Stream.concat(
                        Stream.of(
                                "fsync=on",
                                "synchronous_commit=on",
                                "full_page_writes=on",
                                "unix_socket_directories=",
                                "timezone=UTC",
                                "log_timezone=UTC"),
                        settings.stream())
                .forEach(setting -> command.addAll(List.of("-c", setting)));
        ProcessBuilder builder = new ProcessBuilder(OwnSession.command(Unprivileged.command(command)))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log);
        PidFile.of(files).stale().ifPresent(pid -> builder.environment().put(NOT_A_RIVAL, pid));
        this.process = builder.start();
        CompletableFuture<Void> unused = process.onExit().thenAccept(ended -> {
            if (!stopping) {
                failed.complete("PostgreSQL ended with exit code " + ended.exitValue());
            }
        });
    }

    private static @Nullable FileTime modified(Path file) throws IOException {
        return Files.exists(file) ? Files.getLastModifiedTime(file) : null;
    }

    private Path pidFile() {
        return files.resolve("postmaster.pid");
    }

    Process process() {
        return process;
    }

    /** Completes with the reason if it ends by itself. */
    CompletableFuture<String> failed() {
        return failed;
    }

    /** Whether it takes connections: this process, not another that has its port. */
    boolean isReady() {
        try {
            List<String> lines = Files.readAllLines(pidFile());
            return !Objects.equals(modified(pidFile()), former)
                    && lines.size() > STATUS_LINE
                    && lines.getFirst().equals(Long.toString(process.pid()))
                    && lines.get(STATUS_LINE).startsWith("ready");
        } catch (IOException e) {
            return false; // not yet written, or only half
        }
    }

    /** A fast shutdown: sessions end, what they had not committed is rolled back, a checkpoint is written. */
    void stop() {
        stopping = true;
        if (!process.isAlive()) {
            return;
        }
        try {
            if (!PidFile.of(files).names(process.pid())) {
                // It has hardly begun, so it ends soon; pg_ctl would stop whoever has an earlier one's number by now.
                process.destroy();
                Process unused = process.onExit().join();
                return;
            }
            program.run("pg_ctl", "stop", "--pgdata=" + files, "--mode=fast", "--timeout=" + STOP_LIMIT.toSeconds());
        } catch (IOException | RuntimeException e) {
            LOG.warn("PostgreSQL does not stop, so it is killed; it recovers at its next start", e);
            PostgresOrphan.kill(process.toHandle());
        }
    }
}
