package io.chameleon.lab.simulation.world;

import java.util.SplittableRandom;

/** What all processes of one run share. One thread runs it all. */
public final class World {
    /** Milliseconds since 1970 at which every run begins. */
    static final long BEGIN_MILLIS = 1_800_000_000_000L;

    private final VirtualTime time = new VirtualTime();
    private final Trace trace = new Trace(time);
    private final SplittableRandom random;
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

    /** A source of chance of its own for one part of the world. */
    public SplittableRandom chance() {
        return random.split();
    }

    /** Something happened that must not. The first report counts, and ends the run. */
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

    /** Runs until {@code nanos}, or a violation. */
    public void runUntil(long nanos) {
        while (!isViolated() && time.step(nanos)) {
            // the event has run
        }
    }
}
