package io.chameleon.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes of requests and answers that a server holds, over all its connections. A caller ({@link CallContext#caller()}) has room until
 * it holds seven eighths of the limit, all together until they hold the limit. What is there already is never refused, only no more is
 * read: each connection may go beyond by the frame it is in the middle of. Safe from any thread; never waits.
 */
final class MemoryBudget {
    private static final int RESERVED_PART = 8;

    private final long limit;
    private final long share;
    private final Map<String, Long> held = new HashMap<>();
    private List<Runnable> waiting = new ArrayList<>();
    private long all;

    /** @param limit bytes, at least 1 */
    MemoryBudget(long limit) {
        this.limit = limit;
        this.share = Math.max(1, limit - limit / RESERVED_PART);
    }

    /** Counts bytes that a caller holds more of, or has given back if negative. */
    void add(String caller, long bytes) {
        woken(caller, bytes).forEach(Runnable::run);
    }

    private synchronized List<Runnable> woken(String caller, long bytes) {
        all += bytes;
        long own = held.getOrDefault(caller, 0L) + bytes;
        if (all < 0 || own < 0) {
            throw new IllegalStateException(
                    "more given back than " + caller + " held: " + own + " of " + all + " left");
        }
        if (own == 0) {
            held.remove(caller);
        } else {
            held.put(caller, own);
        }
        if (bytes >= 0 || all >= limit) {
            return List.of();
        }
        List<Runnable> now = waiting;
        waiting = new ArrayList<>();
        return now;
    }

    /** Whether a caller may hold more. If not, {@code later} is called, once, when it is worth asking again, on any thread; it must not wait. */
    synchronized boolean hasRoom(String caller, Runnable later) {
        boolean room = hasRoomNow(caller);
        if (!room) {
            waiting.add(later);
        }
        return room;
    }

    private boolean hasRoomNow(String caller) {
        return all < limit && held.getOrDefault(caller, 0L) < share;
    }
}
