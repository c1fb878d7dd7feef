package io.chameleon.benchmarks;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevices;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.SimulatedFlashDevice;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Uniform random page writes on a full timing-only device in steady state: every logical page mapped, 15 % over-provisioning,
 * greedy collection, one thread. The score is host writes; {@code programs} counts host writes and collection copies.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class FtlBenchmark {
    private static final int BATCH = 4096;
    private static final int FILLS_TO_STEADY_STATE = 5;

    @Param("1024")
    public int capacityMiB;

    private final SplittableRandom random = new SplittableRandom(1);
    private SimulatedFlashDevice device = FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofBlocks(64)));

    /** Reported per second beside the score. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Programs {
        public long programs;
    }

    @Setup(Level.Trial)
    public void fill() {
        device = FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofCapacity((long) capacityMiB << 20)));
        long pages = device.geometry().logicalPages();
        for (long page = 0; page < pages; page++) {
            device.writePage(page);
        }
        for (long write = 0; write < FILLS_TO_STEADY_STATE * pages; write++) {
            device.writePage(random.nextLong(pages));
        }
    }

    @TearDown(Level.Trial)
    public void close() {
        device.close();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void uniformRandomWrites(Programs counted) {
        int pages = (int) device.geometry().logicalPages();
        long before = device.nandPageWrites();
        for (int i = 0; i < BATCH; i++) {
            device.writePage(random.nextInt(pages));
        }
        counted.programs += device.nandPageWrites() - before;
    }
}
