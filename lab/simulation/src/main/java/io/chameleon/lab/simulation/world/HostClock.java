package io.chameleon.lab.simulation.world;

/** The wall clock of one host: correct except for an offset, which outlives its processes. */
public final class HostClock {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final VirtualTime time;
    private long offsetMillis;

    public HostClock(World world) {
        this.time = world.time();
    }

    public long millis() {
        return World.BEGIN_MILLIS + time.now() / NANOS_PER_MILLI + offsetMillis;
    }

    /** How far it is ahead, as a comparison with another clock shows. */
    public long aheadMillis() {
        return offsetMillis;
    }

    /** Sets how far it is ahead, or behind if negative. */
    public void set(long aheadMillis) {
        offsetMillis = aheadMillis;
    }
}
