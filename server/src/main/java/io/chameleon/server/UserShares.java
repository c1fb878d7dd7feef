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
 * Safe from any thread; never waits.
 *
 * <p>Memory: a hundred bytes for each user who put something within the grace period.
 */
final class UserShares {
    private static final int FREE_PART = 4;
    private static final int SLICES = 12;

    private final Supplier<StoreUsage> usage;
    private final long mostBytes;
    private final long sliceNanos;
    private final LongSupplier nanoTime;
    private final Runnable refused;
    private final Map<String, Puts> users = new HashMap<>();

    /**
     * @param mostBytes of one user within the grace period once space is short; 0 for no limit
     * @param nanoTime a ticker
     * @param refused called for each put that is refused
     */
    UserShares(
            Supplier<StoreUsage> usage, long mostBytes, Duration gracePeriod, LongSupplier nanoTime, Runnable refused) {
        this.usage = usage;
        this.mostBytes = mostBytes;
        this.sliceNanos = Math.max(1, gracePeriod.toNanos() / SLICES);
        this.nanoTime = nanoTime;
        this.refused = refused;
    }

    /** Notes bytes that a user is about to store, or throws {@code OVERLOADED}. */
    synchronized void take(String user, long bytes) {
        if (mostBytes == 0) {
            return;
        }
        long slice = Math.floorDiv(nanoTime.getAsLong(), sliceNanos);
        Puts puts = users.get(user);
        if (puts == null || puts.isOver(slice)) {
            users.values().removeIf(others -> others.isOver(slice));
            puts = new Puts(slice);
            users.put(user, puts);
        }
        if (puts.since(slice) + bytes > mostBytes && isShort()) {
            refused.run();
            throw new ChameleonError(
                    ErrorCode.OVERLOADED,
                    "user " + user + " has put " + puts.since(slice)
                            + " bytes here within the grace period, expected at most " + mostBytes
                            + " while less than a quarter of the room is free");
        }
        puts.add(slice, bytes);
    }

    private boolean isShort() {
        StoreUsage now = usage.get();
        long room = (long) now.capacityPages() - now.headroomPages();
        return (room - now.usedPages()) * FREE_PART < room;
    }

    /** Bytes by slices of the grace period. */
    private static final class Puts {
        private final long[] bytes = new long[SLICES + 1];
        private long newest;

        Puts(long slice) {
            newest = slice;
        }

        boolean isOver(long slice) {
            return slice - newest > SLICES;
        }

        void add(long slice, long more) {
            moveTo(slice);
            bytes[place(slice)] += more;
        }

        long since(long slice) {
            moveTo(slice);
            long sum = 0;
            for (long part : bytes) {
                sum += part;
            }
            return sum;
        }

        private void moveTo(long slice) {
            for (; newest < slice; newest++) {
                bytes[place(newest + 1)] = 0;
            }
        }

        private int place(long slice) {
            return (int) Math.floorMod(slice, (long) bytes.length);
        }
    }
}
