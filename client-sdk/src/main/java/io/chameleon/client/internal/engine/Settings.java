package io.chameleon.client.internal.engine;

import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.options.ReadMode;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.Chunks;
import io.chameleon.core.Require;
import io.chameleon.core.mapping.ObjectContent;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a client was told, besides whom it calls and who it is; {@link io.chameleon.client.ClientBuilder} explains each.
 *
 * @param operationsAtOnce {@link Integer#MAX_VALUE} for no bound
 * @param executor null for threads of the client's own; so is {@code scheduler}
 */
@RecordBuilder
public record Settings(
        Timeouts timeouts,
        ReadMode readMode,
        int segmentBytes,
        int chunkBytes,
        Duration hedgeAfter,
        Duration suspicion,
        int cachedMappings,
        int operationsAtOnce,
        int operationsWaiting,
        @Nullable ClientListener listener,
        long sendWindow,
        int readWindow,
        long readMemory,
        long writeMemory,
        @Nullable Executor executor,
        @Nullable ScheduledExecutorService scheduler,
        InstantSource clock,
        LongSupplier ticker,
        RandomGenerator random)
        implements SettingsBuilder.With {
    private static final int MAX_CACHED_MAPPINGS = 10_000_000;
    private static final Duration A_DAY = Duration.ofDays(1);

    public Settings {
        requireRange("segmentBytes", segmentBytes, 1, ObjectContent.MAX_SEGMENT_BYTES, " bytes");
        requireRange("chunkBytes", chunkBytes, 1, Chunks.MAX_BYTES, " bytes");
        requireRange("cachedMappings", cachedMappings, 0, MAX_CACHED_MAPPINGS, "");
        requireUpToADay("hedgeAfter", hedgeAfter);
        requireUpToADay("suspicion", suspicion);
        Require.that(operationsAtOnce >= 1, "operations at once", operationsAtOnce, "at least 1");
        Require.that(operationsWaiting >= 0, "operations waiting", operationsWaiting, "0 or more");
        Require.that(sendWindow >= 1, "sendWindow", sendWindow, "at least 1 byte");
        Require.that(readWindow >= 1, "readWindow", readWindow, "at least 1 segment");
        Require.that(readMemory >= 1, "readMemory", readMemory, "at least 1 byte");
        Require.that(writeMemory >= 1, "writeMemory", writeMemory, "at least 1 byte");
    }

    public static Settings defaults() {
        return new Settings(
                Timeouts.DEFAULT,
                ReadMode.LINEARIZABLE,
                ObjectContent.MAX_SEGMENT_BYTES,
                Chunks.MAX_BYTES,
                Duration.ofMillis(50),
                Duration.ofSeconds(5),
                10_000,
                Integer.MAX_VALUE,
                0,
                null,
                64 << 20,
                256,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                null,
                null,
                InstantSource.system(),
                System::nanoTime,
                new SecureRandom());
    }

    private static void requireRange(String name, int value, int least, int most, String unit) {
        Require.that(value >= least && value <= most, name, value, least + " to " + most + unit);
    }

    private static void requireUpToADay(String name, Duration value) {
        Require.that(!value.isNegative() && value.compareTo(A_DAY) <= 0, name, value, "0 to 1 day");
    }
}
