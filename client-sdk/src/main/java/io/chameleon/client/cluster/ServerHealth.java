package io.chameleon.client.cluster;

import io.chameleon.core.ServerId;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers for a while which servers failed, so that the next operation asks others first. A suspicion, not a verdict: where
 * nobody else can help, suspected servers are asked all the same. An overloaded server is not under suspicion: it is alive, and
 * objects that fled from it would undo what the balancer planned.
 */
public final class ServerHealth {
    private static final Set<ErrorCode> SUSPICIOUS = EnumSet.of(
            ErrorCode.UNAVAILABLE,
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.DEVICE_FULL,
            ErrorCode.DRAINING,
            ErrorCode.INTERNAL);

    private final InstantSource clock;
    private final Duration suspicion;
    private final Map<ServerId, Instant> suspectedUntil = new ConcurrentHashMap<>();

    public ServerHealth(InstantSource clock, Duration suspicion) {
        this.clock = clock;
        this.suspicion = suspicion;
    }

    /** A request to a server failed; whether that makes it a suspect. */
    public boolean failed(ServerId server, ErrorCode code) {
        boolean suspicious = SUSPICIOUS.contains(code);
        if (suspicious) {
            suspectedUntil.put(server, clock.instant().plus(suspicion));
        }
        return suspicious;
    }

    public void answered(ServerId server) {
        suspectedUntil.remove(server);
    }

    public boolean isSuspected(ServerId server) {
        Instant until = suspectedUntil.get(server);
        return until != null && clock.instant().isBefore(until);
    }
}
