package io.chameleon.lab.chaos.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A role in a JVM of its own. It is ready when it says so on its standard output. */
final class JvmMember implements Member {
    private static final long LOOK_MILLIS = 50;

    private final Role role;
    private final String name;
    private final Path directory;
    private final List<String> command;
    private final Map<String, String> environment;
    private volatile Map<String, String> deviations = Map.of();
    private volatile @Nullable OsProcess process;
    private boolean retired;
    private volatile CountDownLatch ready = new CountDownLatch(1);

    /** @param directory where its log goes */
    JvmMember(Role role, String name, Path directory, List<String> command, Map<String, String> environment) {
        this.role = role;
        this.name = name;
        this.directory = directory;
        this.command = command;
        this.environment = environment;
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void start() {
        if (retired) {
            throw new IllegalStateException(name + " is not to start any more");
        }
        CountDownLatch said = new CountDownLatch(1);
        ready = said;
        process = OsProcess.start(name, directory, command, environment(), line -> said.countDown());
    }

    /** What it finds there at its next start, apart from this process's own environment. */
    Map<String, String> environment() {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(deviations);
        return all;
    }

    /** Changes its environment from its next start on. */
    void deviate(Map<String, String> changes) {
        deviations = Map.copyOf(changes);
    }

    @Override
    public void retire() throws InterruptedException {
        synchronized (this) {
            retired = true;
        }
        kill();
    }

    @Override
    public boolean awaitReady(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (isRunning() && System.nanoTime() < end) {
            if (ready.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void kill() throws InterruptedException {
        OsProcess running = process;
        process = null;
        if (running != null) {
            running.kill();
        }
    }

    @Override
    public void pause() {
        OsProcess running = process;
        if (running != null) {
            running.pause();
        }
    }

    @Override
    public void resume() {
        OsProcess running = process;
        if (running != null) {
            running.resume();
        }
    }

    @Override
    public boolean isRunning() {
        OsProcess running = process;
        return running != null && running.isAlive();
    }
}
