package io.chameleon.client.internal.cluster;

import io.chameleon.core.ServerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long the servers of one segment took, each for its fragment. One that took far longer than the others is late:
 * its disk may be failing slowly, which is no error and can last for days (Gunawi et al., Fail-Slow at Scale, FAST
 * 2018). All are late together where the caller, the network or all disks are slow, and then none is. Safe from any
 * thread.
 */
public final class Pace {
    /** Longer than a pause for garbage, or than a disk that is busy for a moment. */
    static final Duration LONG = Duration.ofSeconds(1);
    /** How many times as long as the median. */
    static final int FAR = 8;

    private record Step(ServerId server, long begun, long nanos) {}

    private final List<Step> steps = new ArrayList<>();

    /** Whether a server that failed meanwhile made others wait, as one does that nobody reaches. */
    public static boolean isLong(long begun, long ended) {
        return ended - begun >= LONG.toNanos();
    }

    /**
     * @param begun by the ticker
     * @param ended when the fragment was durable
     */
    public synchronized void stored(ServerId server, long begun, long ended) {
        steps.add(new Step(server, begun, ended - begun));
    }

    /** All that can come has come. */
    public synchronized void tell(ServerHealth health) {
        long bound = Math.max(LONG.toNanos(), FAR * median());
        for (Step step : steps) {
            if (step.nanos < bound) {
                health.kept(step.server);
            } else {
                health.late(step.server, step.begun);
            }
        }
    }

    /** The lower one. */
    private long median() {
        long[] nanos = steps.stream().mapToLong(Step::nanos).sorted().toArray();
        return nanos.length == 0 ? 0 : nanos[(nanos.length - 1) / 2];
    }
}
