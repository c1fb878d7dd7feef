package io.chameleon.lab.chaos.process;

import io.chameleon.node.embedded.Directories;
import io.chameleon.node.embedded.PostgresConfig;
import io.chameleon.node.embedded.PostgresDatabases;
import io.chameleon.node.embedded.PostgresServer;
import io.chameleon.node.embedded.PostgresStandby;
import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** PostgreSQL, a primary or the standby of one: the postmaster and its children, killed and paused together. */
final class PostgresMember implements Member {
    private static final Duration STANDBY_LIMIT = Duration.ofSeconds(60);

    /**
     * The primary that a standby follows.
     *
     * @param route where it is told to find it
     */
    record Leader(PostgresMember primary, Endpoint route) {}

    private final String name;
    private final PostgresConfig config;
    private final Path log;
    private boolean retired;
    private Optional<Leader> leader = Optional.empty();
    /** Whether the primary waits for this standby. */
    private boolean confirms;

    private volatile @Nullable ProcessHandle postmaster;

    PostgresMember(String name, PostgresConfig config, Path log) {
        this.name = name;
        this.config = config;
        this.log = log;
    }

    @Override
    public Role role() {
        return Role.POSTGRES;
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns when it answers; a new standby, when the primary waits for it. */
    @Override
    public synchronized void start() {
        if (retired) {
            throw new IllegalStateException(name() + " is not to start any more");
        }
        try {
            Files.createDirectories(config.dataDir());
            if (leader.isPresent()) {
                startStandby(leader.get());
            } else {
                startServer();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start PostgreSQL on " + config.dataDir() + ": " + e.getMessage(), e);
        }
    }

    private void startServer() throws IOException {
        postmaster = PostgresServer.start(config, ProcessBuilder.Redirect.appendTo(log.toFile()))
                .process();
    }

    private void startStandby(Leader of) throws IOException {
        try {
            if (!Files.exists(files())) {
                confirms = false;
                PostgresStandby.make(of.primary.config, config, of.route.host(), of.route.port());
            }
            startServer();
            if (!confirms) {
                PostgresStandby.waitFor(of.primary.config, STANDBY_LIMIT);
                confirms = true;
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot start " + name + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + name + " started", e);
        }
    }

    /**
     * From its next start on it follows a primary, whose commits then wait for it; it is made from the primary if it
     * has no files.
     */
    synchronized void follow(PostgresMember primary, Endpoint route) {
        leader = Optional.of(new Leader(primary, route));
    }

    /** Returns once the standby of this primary has everything that was committed when this was called. */
    void awaitSynchronous() throws SQLException, InterruptedException {
        PostgresStandby.awaitSynchronous(config, STANDBY_LIMIT);
    }

    /** Makes the standby a primary whose commits wait for no other. The one it followed is no longer running. */
    synchronized void promote() throws SQLException {
        PostgresStandby.promote(config, STANDBY_LIMIT);
        leader = Optional.empty();
    }

    /** Deletes its files: the next start makes them anew. It must not be running. */
    void clear() throws IOException {
        Directories.delete(files());
    }

    /** Deletes its files, except for a copy: the next start makes an empty database. It must not be running. */
    void lose() throws IOException {
        Files.move(files(), kept());
    }

    /** The copy replaces what has been made since. It must not be running. */
    synchronized void restore() throws IOException {
        clear();
        Files.move(kept(), files());
        confirms = true;
    }

    Path programs() {
        return config.programDir();
    }

    private Path files() {
        return config.dataDir().resolve("data");
    }

    private Path kept() {
        return config.dataDir().resolve("kept");
    }

    /** Makes another empty database beside its own, unless it exists. */
    void create(String database) throws SQLException {
        PostgresDatabases.create(config, database);
    }

    @Override
    public void retire() throws InterruptedException {
        synchronized (this) {
            retired = true;
        }
        kill();
    }

    @Override
    public boolean awaitReady(Duration limit) {
        return isRunning();
    }

    @Override
    public void kill() throws InterruptedException {
        List<ProcessHandle> all = tree().toList();
        // A child that loses its parent may live for a moment longer, and a new postmaster would wait for it.
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : all) {
            try {
                process.onExit().get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("waiting for the end of process " + process.pid(), e);
            }
        }
        postmaster = null;
    }

    @Override
    public void pause() {
        tree().forEach(process -> Signals.send(Signals.STOP, process));
    }

    @Override
    public void resume() {
        tree().forEach(process -> Signals.send(Signals.CONTINUE, process));
    }

    private Stream<ProcessHandle> tree() {
        return Optional.ofNullable(postmaster).stream()
                .flatMap(parent -> Stream.concat(Stream.of(parent), parent.descendants()));
    }

    @Override
    public boolean isRunning() {
        ProcessHandle running = postmaster;
        return running != null && running.isAlive();
    }
}
