package io.chameleon.lab.simulation.world;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * One life of a process: from its start to its end, which may come between any two of its steps. Nothing of a dead
 * process runs again; a paused one catches up later on what it should have done meanwhile.
 */
public final class SimProcess implements Executor {
    private static final int LATE_IN = 8;
    private static final int LATE_NANOS = 200_000;

    private final World world;
    private final String name;
    private final HostClock hostClock;
    private final SplittableRandom chance;
    private final Deque<Runnable> whilePaused = new ArrayDeque<>();
    private final List<Runnable> onEnd = new ArrayList<>();
    private boolean dead;
    private boolean paused;

    public SimProcess(World world, String name, HostClock hostClock) {
        this.world = world;
        this.name = name;
        this.hostClock = hostClock;
        this.chance = world.chance();
    }

    public String name() {
        return name;
    }

    public boolean isDead() {
        return dead;
    }

    public boolean isPaused() {
        return paused;
    }

    public boolean isServing() {
        return !dead && !paused;
    }

    public SplittableRandom chance() {
        return chance;
    }

    /** The wall clock of its host, which may jump. */
    public InstantSource clock() {
        return () -> Instant.ofEpochMilli(hostClock.millis());
    }

    /** The ticker, which does not. */
    public LongSupplier ticker() {
        return world.time()::now;
    }

    /** Runs a step soon; like threads, now and then a little later than others. */
    @Override
    public void execute(Runnable step) {
        if (!world.isMine()) {
            return;
        }
        long late = chance.nextInt(LATE_IN) == 0 ? chance.nextInt(LATE_NANOS) : 0;
        after(late, step);
    }

    /** Runs a step {@code nanos} from now. */
    public void after(long nanos, Runnable step) {
        world.time().after(nanos, () -> run(step));
    }

    /** Runs a step now, unless the process is dead or paused. */
    void run(Runnable step) {
        if (dead) {
            return;
        }
        if (paused) {
            whilePaused.add(step);
            return;
        }
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            world.violated(name + " died of " + Failures.text(e));
        }
    }

    /** Timers of this process. */
    public ScheduledExecutorService timers() {
        return new SimTimers(this);
    }

    /** Threads of this process, which may wait. */
    public ThreadFactory threads() {
        return body -> Coroutines.thread(this, name, body);
    }

    /** Starts a thread; an exception that escapes from it is a violation. */
    public void start(Runnable body) {
        Coroutines.thread(this, name, () -> {
                    try {
                        body.run();
                    } catch (RuntimeException | Error e) {
                        if (!dead) {
                            world.violated(name + ": a thread died of " + Failures.text(e));
                        }
                    }
                })
                .start();
    }

    /** Lets time pass for the current thread of this process. */
    public void sleep(long nanos) {
        Thread sleeper = Thread.currentThread();
        if (!sleeper.isVirtual()) {
            throw new IllegalStateException("only a thread of the simulation may wait");
        }
        boolean[] over = new boolean[1];
        after(nanos, () -> {
            over[0] = true;
            LockSupport.unpark(sleeper);
        });
        while (!over[0]) {
            LockSupport.park(this);
        }
    }

    public void onEnd(Runnable action) {
        onEnd.add(action);
    }

    /** Ends it at once, between two steps. */
    public void kill() {
        if (!dead) {
            dead = true;
            whilePaused.clear();
            onEnd.forEach(Runnable::run);
        }
    }

    public void pause() {
        paused = true;
    }

    public void resume() {
        if (paused) {
            paused = false;
            List<Runnable> missed = List.copyOf(whilePaused);
            whilePaused.clear();
            missed.forEach(step -> after(0, step));
        }
    }
}
