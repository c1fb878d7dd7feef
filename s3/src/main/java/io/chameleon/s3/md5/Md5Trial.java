package io.chameleon.s3.md5;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether lanes are right and fast on this machine, and only then hands out the line of this process. The JVM
 * takes some seconds to compile vector code, which is slower than all else until then: so a thread hashes a sample now
 * and then from the first question on, and until it is content there is no line.
 */
public final class Md5Trial {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";
    private static final long MOST_CPU_NANOS = 4_000_000_000L;
    private static final int PAUSE_MILLIS = 50;
    private static final int SAMPLE_BYTES = 4 << 10;
    /** Bodies at a time, of a gateway with a little to do. */
    private static final int FEW = 3;
    /** Below this the gain would not pay for the handover. */
    private static final double CLEARLY = 1.5;

    private final LongSupplier cpuNanos;
    private final Runnable pause;
    private final byte[][] samples = new byte[FEW][SAMPLE_BYTES];

    /** Created once per process, by the first question. */
    private static final class Shared {
        private static final CompletableFuture<@Nullable Md5Line> OUTCOME = new CompletableFuture<>();
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        static {
            if (ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()) {
                Thread thread = new Thread(Shared::decide, "chameleon-md5-trial");
                thread.setDaemon(true);
                thread.start();
            } else {
                OUTCOME.complete(null);
            }
        }

        private static void decide() {
            boolean passed = false;
            try {
                passed = new Md5Trial(THREADS::getCurrentThreadCpuTime, Shared::rest).isPassed(MOST_CPU_NANOS);
            } finally {
                OUTCOME.complete(passed ? Md5Line.started() : null);
            }
        }

        private static void rest() {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                // Nobody interrupts it.
            }
        }
    }

    /**
     * @param cpuNanos processor time of the thread that asks, which others cannot stretch
     * @param pause between samples, for the compiler
     */
    Md5Trial(LongSupplier cpuNanos, Runnable pause) {
        this.cpuNanos = cpuNanos;
        this.pause = pause;
        Random random = new Random(1);
        Arrays.stream(samples).forEach(random::nextBytes);
    }

    /** The line of this process; null while it is not ready, and for ever if lanes would gain nothing. */
    public static @Nullable Md5Line line() {
        return Shared.OUTCOME.getNow(null);
    }

    /** Hashes until lanes are clearly faster than one MD5 after the other; false if they are not in that time. */
    boolean isPassed(long mostCpuNanos) {
        long end = cpuNanos.getAsLong() + mostCpuNanos;
        Md5Lanes lanes = new Md5Lanes(Md5Lanes.BLOCKS_TOGETHER);
        while (true) {
            long start = cpuNanos.getAsLong();
            byte[][] together = inLanes(lanes);
            long between = cpuNanos.getAsLong();
            byte[][] each = oneByOne();
            long last = cpuNanos.getAsLong();
            if (!Arrays.deepEquals(together, each)) {
                return false;
            }
            if ((between - start) * CLEARLY < last - between) {
                return true;
            }
            if (last - end >= 0) {
                return false;
            }
            pause.run();
        }
    }

    private byte[][] inLanes(Md5Lanes lanes) {
        Md5Message[] messages = new Md5Message[FEW];
        int[][] states = new int[FEW][];
        for (int i = 0; i < FEW; i++) {
            messages[i] = new Md5Message();
            messages[i].append(samples[i], 0, SAMPLE_BYTES);
            states[i] = messages[i].state();
        }
        lanes.mix(states, samples, new int[FEW], FEW, SAMPLE_BYTES / Md5Message.BLOCK_BYTES);
        return Arrays.stream(messages).map(Md5Message::finish).toArray(byte[][]::new);
    }

    private byte[][] oneByOne() {
        return Arrays.stream(samples)
                .map(sample -> {
                    try {
                        return MessageDigest.getInstance("MD5").digest(sample);
                    } catch (NoSuchAlgorithmException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toArray(byte[][]::new);
    }
}
