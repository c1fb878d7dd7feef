package io.chameleon.client.internal.cluster;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Remembers for a while which servers failed, so that the next operation asks others first. A suspicion, not a verdict:
 * suspected servers are still asked if no other can help. An overloaded server is not suspected: it is alive, and
 * objects that fled from it would undo what the balancer planned.
 */
public final class ServerHealth {
    private static final Set<ErrorCode> SUSPICIOUS = EnumSet.of(
            ErrorCode.UNAVAILABLE,
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.DEVICE_FULL,
            ErrorCode.DRAINING,
            ErrorCode.INTERNAL);

    private final LongSupplier ticker;
    private final Duration suspicion;
    /** By the ticker. */
    private final Map<ServerId, Long> failedAt = new ConcurrentHashMap<>();

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

    public boolean isSuspected(ServerId server) {
        Long failed = failedAt.get(server);
        return failed != null && ticker.getAsLong() - failed < suspicion.toNanos();
    }
}
