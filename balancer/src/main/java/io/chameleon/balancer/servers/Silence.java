package io.chameleon.balancer.servers;

import io.chameleon.core.ServerId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Servers that did not answer recently: for a while no caller waits for them. Safe from any thread. */
public final class Silence {
    private static final Duration WHILE = Duration.ofSeconds(30);

    private final InstantSource clock;
    private final Map<ServerId, Long> since = new ConcurrentHashMap<>();

    public Silence(InstantSource clock) {
        this.clock = clock;
    }

    void note(ServerId server) {
        since.put(server, clock.millis());
    }

    Set<ServerId> servers() {
        long now = clock.millis();
        since.values().removeIf(noted -> Pauses.isOver(noted, WHILE, now));
        return Set.copyOf(since.keySet());
    }
}
