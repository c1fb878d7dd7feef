package io.chameleon.cli.chaos.process;

import io.chameleon.cli.embedded.Directories;
import io.chameleon.cli.embedded.PostgresConfig;
import io.chameleon.cli.embedded.PostgresServer;
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

/** PostgreSQL: the postmaster and its children, killed and paused together. */
final class PostgresMember implements Member {
    private final PostgresConfig config;
    private final Path log;
    private boolean retired;
    private volatile @Nullable ProcessHandle postmaster;

    PostgresMember(PostgresConfig config, Path log) {
        this.config = config;
        this.log = log;
    }

    @Override
    public Role role() {
        return Role.POSTGRES;
    }

    @Override
    public String name() {
        return Role.POSTGRES.label();
    }

    /** Returns when it answers. */
    @Override
    public synchronized void start() {
        if (retired) {
            throw new IllegalStateException(name() + " is not to start any more");
        }
        try {
            Files.createDirectories(config.dataDir());
            postmaster = PostgresServer.start(config, ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .process();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start PostgreSQL on " + config.dataDir() + ": " + e.getMessage(), e);
        }
    }

    /** Its files are gone, but for a copy: the next start makes an empty database. It is not running. */
    void lose() throws IOException {
        Files.move(files(), kept());
    }

    /** The copy takes the place of what has been made since. It is not running. */
    void restore() throws IOException {
        Directories.delete(files());
        Files.move(kept(), files());
    }

    private Path files() {
        return config.dataDir().resolve("data");
    }

    private Path kept() {
        return config.dataDir().resolve("kept");
    }

    /** Another empty database beside its own, unless it is there. */
    void create(String database) throws SQLException {
        PostgresServer.createDatabase(config, database);
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
        // A child that loses its parent may go on for a moment, and a new postmaster would wait for it.
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
