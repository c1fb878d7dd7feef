package io.chameleon.benchmarks;

import io.chameleon.erasure.CodecKind;
import io.chameleon.erasure.ErasureCodec;
import io.chameleon.erasure.ErasureCodecs;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * RS(4+2) on one thread. Divide {@code megabytes} (10^6 bytes of data per second, parity not counted) by {@code cpu}
 * (the share of a core the thread got): the quotient does not depend on other load on the machine. Decoding rebuilds
 * two lost data shards, the worst case. {@code benchmarks/codec/run} does that, beside ISA-L called from C.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 2,
        jvmArgs = {"-XX:+UseSerialGC", "--add-modules", "jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
    private static final int DATA = 4;
    private static final int PARITY = 2;
    private static final int WIDTH = DATA + PARITY;
    private static final int CACHE_LINE = 64;
    /** Stripes between two reads of the processor time, which cost about a microsecond. */
    private static final int BATCH = 64;

    @Param
    public CodecKind kind = CodecKind.PORTABLE;

    /** A 64 KiB segment has shards of 16 KiB; the peers were measured with 64 KiB. */
    @Param({"4096", "16384", "65536", "1048576"})
    public int shardBytes;

    /** Whether the shards are direct buffers, or arrays. */
    @Param({"false", "true"})
    public boolean direct;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final boolean[] present = {false, false, true, true, true, true};
    private final boolean[] wanted = {true, true, false, false, false, false};
    private byte[][] arrays = {};
    private ByteBuffer[] buffers = {};
    private ErasureCodec codec = ErasureCodecs.codecFor(CodecKind.PORTABLE, DATA, PARITY);

    /** Reported per second beside the score. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Data {
        public double megabytes;
        public double cpu;
    }

    @Setup
    public void fill() {
        codec = ErasureCodecs.codecFor(kind, DATA, PARITY);
        Random random = new Random(42);
        arrays = new byte[WIDTH][shardBytes];
        buffers = new ByteBuffer[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            random.nextBytes(arrays[i]);
            buffers[i] = ByteBuffer.allocateDirect(shardBytes + CACHE_LINE)
                    .alignedSlice(CACHE_LINE)
                    .put(0, arrays[i]);
        }
        codec.encode(arrays, 0, shardBytes);
        codec.encode(buffers, 0, shardBytes);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void encode(Data data) {
        if (direct) {
            measured(data, () -> codec.encode(buffers, 0, shardBytes));
        } else {
            measured(data, () -> codec.encode(arrays, 0, shardBytes));
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void decodeTwoLost(Data data) {
        if (direct) {
            measured(data, () -> codec.reconstruct(buffers, present, wanted, 0, shardBytes));
        } else {
            measured(data, () -> codec.reconstruct(arrays, present, wanted, 0, shardBytes));
        }
    }

    private void measured(Data data, Runnable stripe) {
        long cpuNanos = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < BATCH; i++) {
            stripe.run();
        }
        data.cpu += (threads.getCurrentThreadCpuTime() - cpuNanos) / 1e9;
        data.megabytes += BATCH * DATA * shardBytes / 1e6;
    }
}
