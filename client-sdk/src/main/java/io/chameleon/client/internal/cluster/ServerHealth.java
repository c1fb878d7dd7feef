package io.chameleon.client.internal.cluster;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a while which servers failed, so that the next operation asks others first. A suspicion, not a verdict:
 * suspected servers are still asked if no other can help. An overloaded server is not suspected: it is alive, and
 * objects that fled from it would undo what the balancer planned. A server that is late with writes still answers
 * reads, which are hedged.
 */
public final class ServerHealth {
    private static final Set<ErrorCode> SUSPICIOUS = EnumSet.of(
            ErrorCode.UNAVAILABLE,
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.DEVICE_FULL,
            ErrorCode.DRAINING,
            ErrorCode.INTERNAL);

    /** A slow disk stays slow, and each look whether it still is costs slow writes. */
    private static final int LATE_FOR_LONGER = 12;

    private final LongSupplier ticker;
    private final Duration suspicion;
    /** By the ticker. */
    private final Map<ServerId, Long> failedAt = new ConcurrentHashMap<>();
    /** When the first write was late of those since the last one in time. */
    private final Map<ServerId, Long> lateSince = new ConcurrentHashMap<>();
    /** When a write was late again. */
    private final Map<ServerId, Long> lateAt = new ConcurrentHashMap<>();

    /** @param ticker as {@link System#nanoTime()}: a wall clock that steps back would prolong a suspicion */
    public ServerHealth(LongSupplier ticker, Duration suspicion) {
        this.ticker = ticker;
        this.suspicion = suspicion;
    }

    /** A request to a server failed. Returns whether that makes it a suspect. */
    public boolean failed(ServerId server, ErrorCode code) {
        boolean suspicious = SUSPICIOUS.contains(code);
        if (suspicious) {
            failedAt.put(server, ticker.getAsLong());
        }
        return suspicious;
    }

    public void answered(ServerId server) {
        failedAt.remove(server);
    }

    /**
     * It stored a fragment far later than others did, not in time, or failed only after a wait. That makes it a suspect
     * for writes if it happens again, to a write that began after the first was known.
     *
     * @param begun when the write began, by the ticker
     */
    public void late(ServerId server, long begun) {
        long now = ticker.getAsLong();
        Long first = lateSince.putIfAbsent(server, now);
        if (first != null && begun - first >= 0) {
            lateAt.put(server, now);
        }
    }

    /** It stored a fragment about as fast as others did. */
    public void kept(ServerId server) {
        lateSince.remove(server);
        lateAt.remove(server);
    }

    /** Whether reads ask others first. */
    public boolean isSuspected(ServerId server) {
        return isRecent(failedAt.get(server), suspicion);
    }

    /** Whether writes go to others. */
    public boolean isSuspectedOfWrites(ServerId server) {
        return isSuspected(server) || isRecent(lateAt.get(server), suspicion.multipliedBy(LATE_FOR_LONGER));
    }

    private boolean isRecent(@Nullable Long at, Duration span) {
        return at != null && ticker.getAsLong() - at < span.toNanos();
    }
}
