package io.chameleon.server;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.store.StoreUsage;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a device that is full for a moment from one that is full for good. Overwriting fills a device with
 * superseded fragments until the reaper runs. So a put that finds no room is answered OVERLOADED as long as room may
 * come: for a while after the first such put, and after each deletion. Safe from any thread.
 */
final class SpaceShortage {
    /** Share of the room for fragments below which superseded ones should go at once. */
    private static final double SHORT = 0.1;
    /** Several times as long as the reaper takes to come. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Supplier<StoreUsage> usage;
    private final LongSupplier nanoTime;
    /** When the first of these puts found no room, or the last deletion made some. */
    private long hopeSince;
    /** When the last put found no room; null: none has. */
    private @Nullable Long refusedAt;

    /** @param nanoTime a ticker */
    SpaceShortage(Supplier<StoreUsage> usage, LongSupplier nanoTime) {
        this.usage = usage;
        this.nanoTime = nanoTime;
    }

    boolean isShort() {
        return usage.get().isFreeBelow(SHORT);
    }

    synchronized void deleted(int fragments) {
        if (fragments > 0) {
            hopeSince = nanoTime.getAsLong();
        }
    }

    /** The answer to a put that failed: OVERLOADED in place of DEVICE_FULL while room may come. */
    synchronized Throwable answer(Throwable failure) {
        if (!(failure instanceof ChameleonError error) || error.code() != ErrorCode.DEVICE_FULL || !isShort()) {
            return failure;
        }
        long now = nanoTime.getAsLong();
        if (refusedAt == null || now - refusedAt > PATIENCE.toNanos()) {
            hopeSince = now;
        }
        refusedAt = now;
        return now - hopeSince > PATIENCE.toNanos()
                ? failure
                : new ChameleonError(
                        ErrorCode.OVERLOADED, "the device makes room (DEVICE_FULL: " + error.getMessage() + ")", error);
    }
}
