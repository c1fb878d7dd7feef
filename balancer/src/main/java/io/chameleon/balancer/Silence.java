package io.chameleon.balancer;

import io.chameleon.core.ServerId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Servers that did not answer lately: for a while nobody waits for them. Safe from any thread. */
final class Silence {
    private static final Duration WHILE = Duration.ofSeconds(30);

    private final InstantSource clock;
    private final Map<ServerId, Long> until = new ConcurrentHashMap<>();

    Silence(InstantSource clock) {
        this.clock = clock;
    }

    void note(ServerId server) {
        until.put(server, clock.millis() + WHILE.toMillis());
    }

    Set<ServerId> servers() {
        long now = clock.millis();
        until.values().removeIf(end -> end <= now);
        return Set.copyOf(until.keySet());
    }
}
