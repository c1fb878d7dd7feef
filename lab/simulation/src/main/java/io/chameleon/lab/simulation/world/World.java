package io.chameleon.lab.simulation.world;

import java.util.SplittableRandom;

/** What all processes of one run share. The thread that makes it runs it all. */
public final class World {
    /** Milliseconds since 1970 at which every run begins. */
    static final long BEGIN_MILLIS = 1_800_000_000_000L;

    private final VirtualTime time = new VirtualTime();
    private final Trace trace = new Trace(time);
    private final SplittableRandom random;
    private final Thread carrier = Thread.currentThread();
    private volatile String intruder = "";
    private String violation = "";

    public World(long seed) {
        random = new SplittableRandom(seed);
    }

    public VirtualTime time() {
        return time;
    }

    public Trace trace() {
        return trace;
    }

    /** A separate random source for one part of the world. */
    public SplittableRandom chance() {
        return random.split();
    }

    /** Reports something that must not happen. The first report counts, and ends the run. */
    public void violated(String what) {
        if (violation.isEmpty()) {
            violation = what;
            trace.line("VIOLATION " + what);
        }
    }

    public boolean isViolated() {
        return !violation.isEmpty();
    }

    public String violation() {
        return violation;
    }

    /**
     * Whether the current thread is one of the simulation. A step that another thread requests would come at a time
     * that no seed decides: it is not taken, and the run ends with a violation.
     */
    boolean isMine() {
        Thread current = Thread.currentThread();
        if (current.isVirtual() || current.equals(carrier)) {
            return true;
        }
        intruder = current.getName();
        return false;
    }

    /** Runs until {@code nanos}, or a violation. */
    public void runUntil(long nanos) {
        while (!isViolated() && time.step(nanos)) {
            if (!intruder.isEmpty()) {
                violated("thread " + intruder + ", which is not simulated, resumed one that is");
            }
        }
    }
}
