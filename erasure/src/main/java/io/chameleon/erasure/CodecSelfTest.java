package io.chameleon.erasure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

    private static final int DATA = CodecSample.DATA;
    private static final int PARITY = CodecSample.PARITY;
    /** Below this the gain is small, and the measurement is quick. */
    private static final double CLEARLY = 1.1;

    private final CodecSample sample = new CodecSample();
    private final CodecSpeed speed;

    /** @param nanoTime a monotonic clock */
    CodecSelfTest(LongSupplier nanoTime) {
        speed = new CodecSpeed(nanoTime, BUDGET_NANOS / 2);
    }

    /** @param candidates at least one that is correct */
    CodecChoice choose(List<CodecKind> candidates) {
        Map<CodecKind, Long> speeds = new EnumMap<>(CodecKind.class);
        for (CodecKind kind : candidates) {
            ErasureCodec codec = rightCodec(kind);
            if (codec != null) {
                speeds.put(kind, speed.megabytesPerSecond(codec, BUDGET_NANOS, Long.MAX_VALUE));
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
        speeds.replaceAll(
                (kind, quick) -> speed.megabytesPerSecond(kind.create(DATA, PARITY), LONGER_NANOS, Long.MAX_VALUE));
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
        speeds.put(late, speed.megabytesPerSecond(challenger, WARM_UP_NANOS, enough));
        return CodecChoice.fastest(speeds);
    }

    private @Nullable ErasureCodec rightCodec(CodecKind kind) {
        if (!kind.isAvailable()) {
            return null;
        }
        ErasureCodec codec = kind.create(DATA, PARITY);
        return sample.isRightBy(codec) ? codec : null;
    }
}
