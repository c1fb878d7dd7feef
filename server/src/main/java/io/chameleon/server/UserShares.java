package io.chameleon.server;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.store.StoreUsage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Keeps one user from filling a device with uncommitted fragments, which stay for the grace period. Once less than a
 * quarter of the room is free, a user who has put more than its share within that time is refused. Committed fragments
 * count as well, since the server cannot tell; as long as the reaper keeps up, there is room, and no user is refused.
 * Safe from any thread; never waits. Memory: a hundred bytes for each user who put something within the grace period.
 */
final class UserShares {
    private static final double FREE_SHARE = 0.25;

    private final Supplier<StoreUsage> usage;
    private final long mostBytes;
    private final long sliceNanos;
    private final LongSupplier nanoTime;
    private final Runnable refused;
    private final Map<String, SlicedSum> users = new HashMap<>();

    /**
     * @param mostBytes of one user within the grace period once space is short; 0 for no limit
     * @param nanoTime a ticker
     * @param refused called for each put that is refused
     */
    UserShares(
            Supplier<StoreUsage> usage, long mostBytes, Duration gracePeriod, LongSupplier nanoTime, Runnable refused) {
        this.usage = usage;
        this.mostBytes = mostBytes;
        this.sliceNanos = Math.max(1, gracePeriod.toNanos() / SlicedSum.SLICES);
        this.nanoTime = nanoTime;
        this.refused = refused;
    }

    /** Notes bytes that a user is about to store, or throws {@code OVERLOADED}. */
    synchronized void take(String user, long bytes) {
        if (mostBytes == 0) {
            return;
        }
        long slice = Math.floorDiv(nanoTime.getAsLong(), sliceNanos);
        SlicedSum puts = users.get(user);
        if (puts == null || puts.isOver(slice)) {
            users.values().removeIf(others -> others.isOver(slice));
            puts = new SlicedSum(slice);
            users.put(user, puts);
        }
        if (puts.since(slice) + bytes > mostBytes && usage.get().isFreeBelow(FREE_SHARE)) {
            refused.run();
            throw new ChameleonError(
                    ErrorCode.OVERLOADED,
                    "user " + user + " has put " + puts.since(slice)
                            + " bytes here within the grace period, expected at most " + mostBytes
                            + " while less than a quarter of the room is free");
        }
        puts.add(slice, bytes);
    }
}
