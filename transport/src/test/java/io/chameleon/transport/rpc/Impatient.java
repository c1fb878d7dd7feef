package io.chameleon.transport.rpc;

import java.time.Duration;

/**
 * Configurations under which one timeout or the limits are reached at once. The other timeouts stay long, or a busy
 * machine would reach them first.
 */
final class Impatient {
    private static final Duration SOON = Duration.ofMillis(100);

    private Impatient() {}

    /** A tenth of a second for TLS, HELLO and AUTH. */
    static TransportConfig whileConnecting(TransportConfig config) {
        return config.withConnectTimeout(SOON);
    }

    /** A tenth of a second for a frame. */
    static TransportConfig withinFrames(TransportConfig config) {
        return config.withFrameTimeout(SOON);
    }

    /** A tenth of a second without requests. */
    static TransportConfig whenIdle(TransportConfig config) {
        return config.withIdleTimeout(SOON);
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
