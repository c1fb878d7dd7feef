package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data path is called for each segment: its garbage is garbage per request. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 2_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @ParameterizedTest
    @MethodSource("io.chameleon.erasure.Stripes#codecs")
    void encodeReconstructVerify_onceCompiled_allocateNothing(CodecKind kind) {
        ErasureCodec codec = ErasureCodecs.codecFor(kind, 4, 2);
        byte[][] shards = Stripes.encodedByLibrary(new Random(1), 4, 2, 256);
        boolean[] present = {false, true, true, true, true, false};
        boolean[] wanted = {true, false, false, false, false, false};
        assertThat(allocatedBytes(() -> codec.encode(shards, 0, 256)))
                .as("encode")
                .isZero();
        assertThat(allocatedBytes(() -> codec.reconstruct(shards, present, 0, 256)))
                .as("reconstruct")
                .isZero();
        assertThat(allocatedBytes(() -> codec.reconstruct(shards, present, wanted, 0, 256)))
                .as("wanted")
                .isZero();
        assertThat(allocatedBytes(() -> codec.verify(shards, 0, 256)))
                .as("verify")
                .isZero();
        ByteBuffer[] heap = Arrays.stream(shards).map(ByteBuffer::wrap).toArray(ByteBuffer[]::new);
        assertThat(allocatedBytes(() -> codec.encode(heap, 0, 256)))
                .as("heap buffers")
                .isZero();
    }

    /**
     * Average of one call, rounded down, so that one-time allocations of the JVM do not count. Vectors are objects
     * until the JVM has compiled the loop, on threads of its own that may have to wait for a processor: the last round
     * of some minutes counts.
     */
    private static long allocatedBytes(Runnable call) {
        long perCall = Long.MAX_VALUE;
        long begin = System.nanoTime();
        while (perCall > 0 && System.nanoTime() - begin < PATIENCE.toNanos()) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            perCall = (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS;
        }
        return perCall;
    }
}
