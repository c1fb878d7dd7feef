package io.chameleon.metadata.gauge;

import io.chameleon.core.bucket.BucketMove;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code chameleon_metadata_bucket_move_seconds}: for how long does a bucket move between databases? It takes no writes
 * for most of that time.
 */
public final class MoveGauge {
    private MoveGauge() {}

    /**
     * @param moves the last ones
     * @param clock of the first database
     * @param background asks for the moves, which may wait for the database
     */
    public static void register(
            Supplier<List<BucketMove>> moves, InstantSource clock, Executor background, MeterRegistry registry) {
        BackgroundCount<List<BucketMove>> last = new BackgroundCount<>("moves of buckets", moves, clock, background);
        Gauge.builder("chameleon.metadata.bucket.move", last, it -> seconds(it.latest(), clock.millis()))
                .description("how long ago the open move of a bucket between databases began; 0 if none is open")
                .baseUnit("seconds")
                .strongReference(true)
                .register(registry);
    }

    private static double seconds(@Nullable List<BucketMove> last, long nowMillis) {
        return last == null
                ? Double.NaN
                : last.stream()
                        .filter(move -> move.phase().isOpen())
                        .mapToDouble(move -> (nowMillis - move.beganMillis()) / 1e3)
                        .max()
                        .orElse(0);
    }
}
