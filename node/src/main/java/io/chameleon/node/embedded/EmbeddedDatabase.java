package io.chameleon.node.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * PostgreSQL from its binaries on the class path, for this machine alone, without a password. Its log is
 * {@code postgresql.log} in its directory, that of its start before {@code postgresql.log.1}.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    /** Of initdb. */
    static final List<String> OPTIONS = List.of("--username=postgres", "--auth=trust");

    /** In its directory. */
    static final String LOG = "postgresql.log";

    private static final String FORMER_LOG = "postgresql.log.1";
    /** Others may take a free port before PostgreSQL does. */
    private static final int PORTS_TRIED = 5;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Whoever closes it at the process's end has so long for that; without anybody it would outlive the process. */
    private static final Duration OWNERS_TURN = Duration.ofSeconds(20);

    private final PostgresProcess postgres;
    private final int port;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::endWithProcess, "end of embedded PostgreSQL");
    private final CompletableFuture<String> failed;

    private EmbeddedDatabase(PostgresProcess postgres, int port, Path log) {
        this.postgres = postgres;
        this.port = port;
        this.failed = postgres.failed().thenApply(reason -> reason + "; its log is " + log);
    }

    /**
     * Starts on {@code directory}, which it initialises when empty, with the programs of {@link UserPrograms}. The port
     * is any free one if {@code port} is 0.
     *
     * @throws UncheckedIOException in one line if the directory, the port or the room on a disk is not available
     * @throws IllegalStateException in one line, with what it said, if a program fails
     */
    public static EmbeddedDatabase start(Path directory, int port) {
        return start(directory, port, EmbeddedDatabase::freePort);
    }

    /** @param free ports to try if {@code port} is 0 */
    static EmbeddedDatabase start(Path directory, int port, IntSupplier free) {
        PostgresOrphan.stop(directory);
        try {
            if (port != 0) {
                requireFree(port);
            }
            PostgresProgram program = program(directory);
            initialise(directory, program);
            return start(directory, program, port, free);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start PostgreSQL on " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Starts on a database that is there, on any free port. */
    static EmbeddedDatabase start(Path directory, PostgresProgram program) throws IOException {
        return start(directory, program, 0, EmbeddedDatabase::freePort);
    }

    private static EmbeddedDatabase start(Path directory, PostgresProgram program, int port, IntSupplier free)
            throws IOException {
        PidFile.of(directory).deleteIfItNamesNothing();
        keepLog(directory);
        for (int tried = 1; ; tried++) {
            int chosen = port == 0 ? free.getAsInt() : port;
            Optional<EmbeddedDatabase> started = tryStart(directory, program, chosen);
            if (started.isPresent()) {
                return started.get();
            }
            if (port != 0 || tried == PORTS_TRIED) {
                throw new IOException(inUse(chosen));
            }
        }
    }

    /** That of the start before may say why it ended. */
    private static void keepLog(Path directory) throws IOException {
        Path log = directory.resolve(LOG);
        if (Files.exists(log)) {
            Files.move(log, directory.resolve(FORMER_LOG), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Empty if somebody else has the port. */
    private static Optional<EmbeddedDatabase> tryStart(Path directory, PostgresProgram program, int port)
            throws IOException {
        List<String> settings =
                List.of("listen_addresses=127.0.0.1", "port=" + port, "max_connections=100", "shared_buffers=128MB");
        Path log = directory.resolve(LOG);
        PostgresProcess postgres =
                new PostgresProcess(program, directory, settings, ProcessBuilder.Redirect.to(log.toFile()));
        long end = System.nanoTime() + PostgresServer.START_LIMIT.toNanos();
        while (!postgres.isReady()) {
            if (!postgres.process().isAlive()) {
                String said = lastOf(log);
                if (said.contains("could not create any TCP/IP sockets")) {
                    return Optional.empty();
                }
                throw new IllegalStateException("PostgreSQL does not start: " + said);
            }
            if (Thread.currentThread().isInterrupted()) {
                postgres.stop();
                throw new IOException("interrupted");
            }
            if (System.nanoTime() > end) {
                postgres.stop();
                throw new IOException(
                        "not ready within " + PostgresServer.START_LIMIT.toMinutes() + " min; see " + log);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        EmbeddedDatabase started = new EmbeddedDatabase(postgres, port, log);
        try {
            Runtime.getRuntime().addShutdownHook(started.hook);
        } catch (IllegalStateException e) {
            postgres.stop();
            throw new IOException("this process is ending", e);
        }
        return Optional.of(started);
    }

    private void endWithProcess() {
        try {
            if (closed.await(OWNERS_TURN.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        postgres.stop();
    }

    /** Why it has ended: what it said last that was not good. */
    private static String lastOf(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> line.replaceFirst("^.*?(?=FATAL|PANIC|ERROR)", ""))
                .filter(line -> line.matches("(FATAL|PANIC|ERROR).*"))
                .reduce((earlier, later) -> later)
                .orElse("see " + log);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port: " + e.getMessage(), e);
        }
    }

    private static void initialise(Path directory, PostgresProgram program) throws IOException {
        if (Files.exists(directory.resolve("postgresql.conf"))) {
            return;
        }
        InitDb.make(directory, program, OPTIONS);
    }

    /** Of the user, or else of this database alone. */
    static PostgresProgram program(Path directory) throws IOException {
        return PostgresProgram.in(programs(UserPrograms.orElse(ownPrograms(directory))), true);
    }

    static Path ownPrograms(Path directory) {
        return directory.resolveSibling("postgres-programs");
    }

    /** Others cannot enter it, so they cannot plant programs there. */
    static Path programs(Path own) throws IOException {
        Files.createDirectories(own.toAbsolutePath().getParent());
        if (!UserPrograms.runFrom(UserPrograms.made(own))) {
            throw new IOException("programs cannot be run from " + own.toAbsolutePath()
                    + ": it must be writable, and its file system not be mounted with noexec");
        }
        return own;
    }

    private static void requireFree(int port) throws IOException {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (BindException e) {
            throw new IOException(inUse(port), e);
        }
    }

    private static String inUse(int port) {
        return "port " + port + " is in use";
    }

    public String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    public int port() {
        return port;
    }

    /** Completes with the reason if PostgreSQL ends by itself. */
    public CompletableFuture<String> failed() {
        return failed;
    }

    @Override
    public void close() {
        postgres.stop();
        closed.countDown();
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The hook is running, and returns.
        }
    }
}
