package io.chameleon.benchmarks;

import io.chameleon.erasure.CodecKind;
import io.chameleon.erasure.ErasureCodec;
import io.chameleon.erasure.ErasureCodecs;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * RS(4+2) on one thread. Read the {@code megabytes} column: 10^6 bytes of data per second, parity not counted. Decoding rebuilds
 * two lost data shards, the worst case.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
    private static final int DATA = 4;
    private static final int PARITY = 2;

    /** BACKBLAZE needs kcp-fec and netty-buffer on the class path. */
    @Param
    public CodecKind kind = CodecKind.PORTABLE;

    /** A 64 KiB segment has shards of 16 KiB; the peers were measured with 64 KiB. */
    @Param({"4096", "16384", "65536", "1048576"})
    public int shardBytes;

    private final boolean[] present = {false, false, true, true, true, true};
    private byte[][] shards = {};
    private ErasureCodec codec = ErasureCodecs.codecFor(kind, DATA, PARITY);

    /** Bytes of data coded, as a rate. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Data {
        public double megabytes;
    }

    @Setup
    public void fill() {
        codec = ErasureCodecs.codecFor(kind, DATA, PARITY);
        shards = new byte[DATA + PARITY][shardBytes];
        Random random = new Random(42);
        for (int i = 0; i < DATA; i++) {
            random.nextBytes(shards[i]);
        }
        codec.encode(shards, 0, shardBytes);
    }

    @Benchmark
    public byte[][] encode(Data data) {
        codec.encode(shards, 0, shardBytes);
        return coded(data);
    }

    @Benchmark
    public byte[][] decodeTwoLost(Data data) {
        codec.reconstruct(shards, present, 0, shardBytes);
        return coded(data);
    }

    @Benchmark
    public boolean verify(Data data) {
        coded(data);
        return codec.verify(shards, 0, shardBytes);
    }

    private byte[][] coded(Data data) {
        data.megabytes += DATA * shardBytes / 1e6;
        return shards;
    }
}
