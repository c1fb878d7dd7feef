package io.chameleon.erasure;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fastest codec on this machine. Each codec first codes a small stripe and is a candidate only if every byte
 * matches the pinned matrix; then it encodes and decodes the stripe of a 64 KiB object for a while.
 *
 * <p>Cost: {@link #BUDGET_NANOS} per codec, of which the first half warms up. The JVM needs far longer to compile
 * vector code, so {@link #challenge} takes up to {@link #WARM_UP_NANOS} and is meant for a thread of its own.
 */
final class CodecSelfTest {
    static final long BUDGET_NANOS = 15_000_000;
    static final long LONGER_NANOS = 100_000_000;
    static final long WARM_UP_NANOS = 4_000_000_000L;

    private static final int DATA = 4;
    private static final int PARITY = 2;
    private static final int SHARD_BYTES = 16 << 10;
    /** Odd, so that the remainder after whole words and vectors is tested too. */
    private static final int SAMPLE_BYTES = 1021;
    /** Below this the gain is small, and the measurement is quick. */
    private static final double CLEARLY = 1.1;

    private final boolean[] twoLost = {false, false, true, true, true, true};
    private final LongSupplier nanoTime;
    private final byte[][] sample;
    private final byte[][] stripe;

    /** @param nanoTime a monotonic clock */
    CodecSelfTest(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        stripe = new byte[DATA + PARITY][SHARD_BYTES];
        Random random = new Random(1);
        Arrays.stream(stripe).forEach(random::nextBytes);
        sample = sample();
    }

    /** @param candidates at least one that is correct */
    CodecChoice choose(List<CodecKind> candidates) {
        Map<CodecKind, Long> speeds = new EnumMap<>(CodecKind.class);
        for (CodecKind kind : candidates) {
            ErasureCodec codec = rightCodec(kind);
            if (codec != null) {
                speeds.put(kind, megabytesPerSecond(codec, BUDGET_NANOS, Long.MAX_VALUE));
            }
        }
        return CodecChoice.fastest(speeds);
    }

    /** The choice once the JVM has compiled what it will: the same codecs, measured for longer. */
    CodecChoice again(CodecChoice choice) {
        return CodecChoice.fastest(longer(choice));
    }

    private Map<CodecKind, Long> longer(CodecChoice choice) {
        Map<CodecKind, Long> speeds = new EnumMap<>(choice.megabytesPerSecond());
        speeds.replaceAll((kind, quick) -> megabytesPerSecond(kind.create(DATA, PARITY), LONGER_NANOS, Long.MAX_VALUE));
        return speeds;
    }

    /**
     * The choice once {@code late} has had time to get fast. The measurement ends early if it is clearly faster, so its
     * figure is then below what it can do. The others are measured again, for longer.
     */
    CodecChoice challenge(CodecChoice choice, CodecKind late) {
        ErasureCodec challenger = rightCodec(late);
        if (challenger == null) {
            return choice;
        }
        Map<CodecKind, Long> speeds = longer(choice);
        long enough = Math.round(CLEARLY * Collections.max(speeds.values()));
        speeds.put(late, megabytesPerSecond(challenger, WARM_UP_NANOS, enough));
        return CodecChoice.fastest(speeds);
    }

    private @Nullable ErasureCodec rightCodec(CodecKind kind) {
        if (!kind.isAvailable()) {
            return null;
        }
        ErasureCodec codec = kind.create(DATA, PARITY);
        byte[][] shards = Arrays.stream(sample).map(byte[]::clone).toArray(byte[][]::new);
        Arrays.fill(shards[DATA], (byte) 0);
        Arrays.fill(shards[DATA + 1], (byte) 0);
        codec.encode(shards, 0, SAMPLE_BYTES);
        Arrays.fill(shards[0], (byte) 0);
        Arrays.fill(shards[1], (byte) 0);
        codec.reconstruct(shards, twoLost, 0, SAMPLE_BYTES);
        return Arrays.deepEquals(shards, sample) ? codec : null;
    }

    /** By the field's own multiplication, which no codec uses on data. */
    private byte[][] sample() {
        byte[][] shards = new byte[DATA + PARITY][];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = Arrays.copyOf(stripe[i], SAMPLE_BYTES);
        }
        byte[][] rows = GaloisMatrix.parityRows(DATA, PARITY);
        byte[][] data = Arrays.copyOf(shards, DATA);
        for (int row = 0; row < PARITY; row++) {
            shards[DATA + row] = GaloisMatrix.times(rows[row], data);
        }
        return shards;
    }

    /**
     * By the shortest time of a stripe once warm: a pause of this process lengthens other times, never the shortest.
     */
    private long megabytesPerSecond(ErasureCodec codec, long budgetNanos, long enough) {
        long begin = nanoTime.getAsLong();
        long best = 0;
        for (long now = begin; now - begin < budgetNanos && best < enough; ) {
            codec.encode(stripe, 0, SHARD_BYTES);
            codec.reconstruct(stripe, twoLost, 0, SHARD_BYTES);
            long end = nanoTime.getAsLong();
            if (now - begin >= BUDGET_NANOS / 2) {
                best = Math.max(best, 2_000L * DATA * SHARD_BYTES / Math.max(1, end - now));
            }
            now = end;
        }
        return best;
    }
}
