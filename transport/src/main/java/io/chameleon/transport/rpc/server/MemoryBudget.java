package io.chameleon.transport.rpc.server;

import io.chameleon.transport.rpc.CallContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Limits the bytes of requests and answers that a server holds, over all its connections. A caller
 * ({@link CallContext#caller()}) has room while it holds less than seven times what is free. So a single caller gets
 * seven eighths of the limit, the next one seven eighths of the rest. Bytes that have arrived are never refused; the
 * server only stops reading or creating more. So each connection may exceed the limit by its current frame, and all
 * together by one answer. Safe from any thread; never waits.
 */
final class MemoryBudget {
    private static final int OWN_TO_FREE = 7;

    private final long limit;
    private final Map<String, Long> held = new HashMap<>();
    /** In the order of the requests. */
    private final Set<Reservation> asked = new LinkedHashSet<>();

    private List<Runnable> waiting = new ArrayList<>();
    private long all;

    /** @param limit bytes, at least 1 */
    MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** Adds to the bytes that a caller holds; a negative number gives bytes back. */
    void add(String caller, long bytes) {
        woken(caller, bytes).forEach(Runnable::run);
    }

    private synchronized List<Runnable> woken(String caller, long bytes) {
        hold(caller, bytes);
        if (bytes >= 0 || all >= limit) {
            return List.of();
        }
        List<Runnable> now = granted();
        if (all < limit) {
            now.addAll(waiting);
            waiting = new ArrayList<>();
        }
        return now;
    }

    private void hold(String caller, long bytes) {
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
    }

    /** Those that requested and now have room; their bytes are charged. */
    private List<Runnable> granted() {
        List<Runnable> now = new ArrayList<>();
        for (Iterator<Reservation> next = asked.iterator(); next.hasNext() && all < limit; ) {
            Reservation reservation = next.next();
            if (hasRoomNow(reservation.caller)) {
                next.remove();
                reservation.hold();
                now.add(reservation.later);
            }
        }
        return now;
    }

    /**
     * Whether a caller may hold more. If not, {@code later} is called once, when a retry is worthwhile, on any thread;
     * it must not wait.
     */
    synchronized boolean hasRoom(String caller, Runnable later) {
        boolean room = hasRoomNow(caller);
        if (!room) {
            waiting.add(later);
        }
        return room;
    }

    private boolean hasRoomNow(String caller) {
        return held.getOrDefault(caller, 0L) < OWN_TO_FREE * (limit - all);
    }

    /** Room for something that a caller will hold; nothing is charged before {@link Reservation#claim()}. */
    Reservation reservation(String caller, long bytes, Runnable later) {
        return new Reservation(caller, bytes, later);
    }

    /** Bytes that are charged before they are allocated. */
    final class Reservation {
        private final String caller;
        private final long bytes;
        private final Runnable later;
        private boolean held;
        private boolean over;

        private Reservation(String caller, long bytes, Runnable later) {
            this.caller = caller;
            this.bytes = bytes;
            this.later = later;
        }

        private void hold() {
            held = true;
            MemoryBudget.this.hold(caller, bytes);
        }

        /** Whether the bytes are charged now, or no longer wanted. If not, {@code later} is called once they are. */
        boolean claim() {
            synchronized (MemoryBudget.this) {
                if (over) {
                    return true;
                }
                if (hasRoomNow(caller)) {
                    hold();
                } else {
                    asked.add(this);
                }
                return held;
            }
        }

        /**
         * Ends the reservation. Returns the charged bytes, which the caller takes over; a waiting callback is called.
         */
        long end() {
            boolean waits;
            long charged;
            synchronized (MemoryBudget.this) {
                over = true;
                waits = asked.remove(this);
                charged = held ? bytes : 0;
            }
            if (waits) {
                later.run();
            }
            return charged;
        }
    }
}
