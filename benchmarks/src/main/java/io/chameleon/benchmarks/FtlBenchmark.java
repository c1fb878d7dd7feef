package io.chameleon.benchmarks;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * Random page writes on a full timing-only device: every logical page mapped, 64 pages per block, 15 %
 * over-provisioning, one thread. A tenth of the pages is hot and gets {@code hotWrites} of the writes; 0.1 is uniform.
 * The score is host writes. {@code programs} counts host writes and collection copies; {@code cpu} is the share of a
 * core the thread got: on a busy machine divide by it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class FtlBenchmark {
    private static final int BATCH = 4096;
    private static final double HOT_FRACTION = 0.1;

    @Param("1024")
    public int capacityMiB;

    @Param("SINGLE")
    public WriteMode mode = WriteMode.SINGLE;

    /** Blocks drawn for a victim; 0 is greedy. */
    @Param("0")
    public int d;

    /** Blocks drawn for the second victim of a swap. */
    @Param("10")
    public int dStar;

    @Param("0.1")
    public double hotWrites;

    /** Overwrites of the device before the measurement; several for a steady state. */
    @Param("5")
    public double overwrites;

    private final SplittableRandom random = new SplittableRandom(1);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final int[] batch = new int[BATCH];
    private SimulatedFlashDevice device = FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofBlocks(64)));
    private int pages;
    private int hotPages;
    private long hotThreshold;

    /** Reported per second beside the score. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Work {
        public long programs;
        public double cpu;
    }

    @Setup(Level.Trial)
    public void fill() {
        GarbageCollection collection = GarbageCollection.STANDARD
                .withVictims(d == 0 ? new VictimPolicy.Greedy() : new VictimPolicy.Choices(d))
                .withSwapChoices(dStar)
                .withHeat(new HeatSource.Oracle(HOT_FRACTION));
        device = FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofCapacity((long) capacityMiB << 20))
                .withWriteMode(mode)
                .withCollection(collection));
        pages = (int) device.geometry().logicalPages();
        hotPages = (int) (HOT_FRACTION * pages);
        hotThreshold = (long) (hotWrites * (1L << Integer.SIZE));
        for (int page = 0; page < pages; ) {
            int count = Math.min(BATCH, pages - page);
            for (int i = 0; i < count; i++) {
                batch[i] = page++;
            }
            device.writePages(batch, count);
        }
        for (long written = 0; written < overwrites * pages; written += BATCH) {
            writeBatch();
        }
    }

    @TearDown(Level.Trial)
    public void close() {
        device.close();
    }

    /** With one call per page, as a host does. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void writesOneByOne(Work work) {
        count(work, () -> {
            draw();
            for (int page : batch) {
                device.writePage(page);
            }
        });
    }

    /** With one call per batch, as simulations do. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void writesInBatches(Work work) {
        count(work, this::writeBatch);
    }

    private void count(Work work, Runnable writes) {
        long programs = device.nandPageWrites();
        long cpuNanos = threads.getCurrentThreadCpuTime();
        writes.run();
        work.cpu += (threads.getCurrentThreadCpuTime() - cpuNanos) / 1e9;
        work.programs += device.nandPageWrites() - programs;
    }

    private void writeBatch() {
        draw();
        device.writePages(batch, BATCH);
    }

    private void draw() {
        for (int i = 0; i < BATCH; i++) {
            boolean hot = (random.nextInt() & 0xFFFF_FFFFL) < hotThreshold;
            batch[i] = hot ? random.nextInt(hotPages) : hotPages + random.nextInt(pages - hotPages);
        }
    }
}
