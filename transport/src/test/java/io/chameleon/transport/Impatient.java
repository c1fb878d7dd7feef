package io.chameleon.transport;

import java.time.Duration;

/** Configurations under which timeouts and bounds are met at once. */
final class Impatient {
    private static final Duration SOON = Duration.ofMillis(100);

    private Impatient() {}

    /** HELLO, frame and idle timeouts of a tenth of a second. */
    static TransportConfig of(TransportConfig config) {
        return new TransportConfig(
                config.maxHeaderBytes(),
                config.maxPayloadBytes(),
                config.connectionsPerEndpoint(),
                config.maxInFlightRequests(),
                config.maxInFlightBytes(),
                config.maxConnections(),
                SOON,
                SOON,
                SOON,
                config.closeTimeout(),
                config.ioThreads(),
                config.allocator());
    }

    /** As {@code config}, with a bound for all connections of a server together. */
    static TransportConfig boundedInAll(TransportConfig config, long bytes) {
        return new TransportConfig(
                config.maxHeaderBytes(),
                config.maxPayloadBytes(),
                config.connectionsPerEndpoint(),
                config.maxInFlightRequests(),
                config.maxInFlightBytes(),
                bytes,
                config.maxConnections(),
                config.maxConnectionsPerAddress(),
                config.connectTimeout(),
                config.frameTimeout(),
                config.idleTimeout(),
                config.closeTimeout(),
                config.ioThreads(),
                config.allocator(),
                config.security());
    }

    static TransportConfig bounded(TransportConfig config, int requests, int bytes, int connections) {
        return new TransportConfig(
                config.maxHeaderBytes(),
                config.maxPayloadBytes(),
                1,
                requests,
                bytes,
                connections,
                config.connectTimeout(),
                config.frameTimeout(),
                config.idleTimeout(),
                config.closeTimeout(),
                config.ioThreads(),
                config.allocator());
    }
}
