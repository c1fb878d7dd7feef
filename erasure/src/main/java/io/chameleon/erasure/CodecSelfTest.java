package io.chameleon.erasure;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Finds the fastest codec of those given on this machine, by coding the same stripes with each in turns. One whose parity differs
 * from the first's is left out.
 *
 * <p>Cost: {@link #BUDGET_NANOS} per codec, of which the first half warms up.
 */
final class CodecSelfTest {
    static final long BUDGET_NANOS = 15_000_000;

    private static final int DATA = 4;
    private static final int PARITY = 2;
    /** The shards of a 64 KiB object. */
    private static final int SHARD_BYTES = 16 << 10;

    private final LongSupplier nanoTime;
    private final byte[][] stripe = new byte[DATA + PARITY][SHARD_BYTES];

    /** @param nanoTime a monotonic clock */
    CodecSelfTest(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        Random random = new Random(1);
        Arrays.stream(stripe).forEach(random::nextBytes);
    }

    /** @param candidates at least one; the first decides what the parity is */
    CodecKind fastest(List<CodecKind> candidates) {
        ErasureCodec reference = candidates.get(0).create(DATA, PARITY);
        byte[][] parity = parity(reference);
        Map<CodecKind, Long> best = new EnumMap<>(CodecKind.class);
        for (CodecKind kind : candidates) {
            ErasureCodec codec = kind.create(DATA, PARITY);
            if (Arrays.deepEquals(parity, parity(codec))) {
                best.put(kind, bestNanos(codec));
            }
        }
        return best.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private byte[][] parity(ErasureCodec codec) {
        codec.encode(stripe, 0, SHARD_BYTES);
        byte[][] parity = {stripe[DATA].clone(), stripe[DATA + 1].clone()};
        return parity;
    }

    /** The shortest time of a stripe once warm: a pause of this process lengthens others, never that. */
    private long bestNanos(ErasureCodec codec) {
        long begin = nanoTime.getAsLong();
        long best = Long.MAX_VALUE;
        for (long now = begin; now - begin < BUDGET_NANOS; ) {
            codec.encode(stripe, 0, SHARD_BYTES);
            long end = nanoTime.getAsLong();
            if (now - begin >= BUDGET_NANOS / 2) {
                best = Math.min(best, end - now);
            }
            now = end;
        }
        return best;
    }
}
