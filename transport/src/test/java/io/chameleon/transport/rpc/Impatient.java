package io.chameleon.transport.rpc;

import java.time.Duration;

/** Configurations under which timeouts and limits are reached at once. */
final class Impatient {
    private static final Duration SOON = Duration.ofMillis(100);

    private Impatient() {}

    /** HELLO, frame and idle timeouts of a tenth of a second. */
    static TransportConfig of(TransportConfig config) {
        return config.with()
                .connectTimeout(SOON)
                .frameTimeout(SOON)
                .idleTimeout(SOON)
                .build();
    }

    static TransportConfig bounded(TransportConfig config, int requests, int bytes, int connections) {
        return config.with()
                .connectionsPerEndpoint(1)
                .maxInFlightRequests(requests)
                .maxInFlightBytes(bytes)
                .maxConnections(connections)
                .maxConnectionsPerAddress(connections)
                .build();
    }
}
