package io.chameleon.erasure;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;

/** How fast codecs encode and decode the stripe of a 64 KiB object of the default code. */
final class CodecSpeed {
    private static final int SHARD_BYTES = 16 << 10;

    private final byte[][] stripe = new byte[CodecSample.DATA + CodecSample.PARITY][SHARD_BYTES];
    private final boolean[] twoLost = CodecSample.twoLost();
    private final LongSupplier nanoTime;
    private final long warmUpNanos;

    /**
     * @param nanoTime a monotonic clock
     * @param warmUpNanos does not count
     */
    CodecSpeed(LongSupplier nanoTime, long warmUpNanos) {
        this.nanoTime = nanoTime;
        this.warmUpNanos = warmUpNanos;
        Random random = new Random(1);
        Arrays.stream(stripe).forEach(random::nextBytes);
    }

    /**
     * By the shortest time of a stripe once warm: a pause of this process lengthens other times, never the shortest.
     *
     * @param enough ends the measurement early
     */
    long megabytesPerSecond(ErasureCodec codec, long budgetNanos, long enough) {
        long begin = nanoTime.getAsLong();
        long best = 0;
        for (long now = begin; now - begin < budgetNanos && best < enough; ) {
            codec.encode(stripe, 0, SHARD_BYTES);
            codec.reconstruct(stripe, twoLost, 0, SHARD_BYTES);
            long end = nanoTime.getAsLong();
            if (now - begin >= warmUpNanos) {
                best = Math.max(best, 2_000L * CodecSample.DATA * SHARD_BYTES / Math.max(1, end - now));
            }
            now = end;
        }
        return best;
    }
}
