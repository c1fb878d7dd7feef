package io.chameleon.node.config;

import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.security.Security;
import java.time.Duration;
import java.util.List;

/** The settings of connections, of every role. */
public final class TransportKeys {
    private static final TransportConfig STANDARD = TransportConfig.defaults();

    static final Key<Integer> MAX_HEADER_BYTES =
            Key.smallBytes("transport.max-header-bytes", STANDARD.maxHeaderBytes(), "largest control header taken");
    static final Key<Integer> MAX_PAYLOAD_BYTES =
            Key.smallBytes("transport.max-payload-bytes", STANDARD.maxPayloadBytes(), "largest payload taken");
    static final Key<Integer> CONNECTIONS_PER_ENDPOINT = Key.integer(
            "transport.connections-per-endpoint",
            STANDARD.connectionsPerEndpoint(),
            "connections a client keeps to one endpoint");
    static final Key<Integer> MAX_IN_FLIGHT_REQUESTS = Key.integer(
            "transport.max-in-flight-requests",
            STANDARD.maxInFlightRequests(),
            "requests of one connection in work, beyond which no more are read");
    static final Key<Integer> MAX_IN_FLIGHT_BYTES = Key.smallBytes(
            "transport.max-in-flight-bytes", STANDARD.maxInFlightBytes(), "bytes of these requests and their answers");
    static final Key<Long> MAX_TOTAL_IN_FLIGHT_BYTES = new Key<>(
            "transport.max-total-in-flight-bytes",
            "bytes",
            "auto",
            "bytes of the requests and answers of all connections, beyond which none is read; auto is half the heap, at most 256MiB",
            value -> value.equals("auto")
                    ? STANDARD.maxTotalInFlightBytes()
                    : Key.bytes("transport.max-total-in-flight-bytes", 1, "")
                            .parser()
                            .apply(value));
    static final Key<Integer> MAX_CONNECTIONS = Key.integer(
            "transport.max-connections", STANDARD.maxConnections(), "connections taken; further ones are closed");
    static final Key<Integer> MAX_CONNECTIONS_PER_ADDRESS = Key.integer(
            "transport.max-connections-per-address",
            STANDARD.maxConnectionsPerAddress(),
            "connections taken from one address; further ones are closed");
    static final Key<Duration> CONNECT_TIMEOUT = Key.time(
            "transport.connect-timeout", STANDARD.connectTimeout(), "until a connection stands and is greeted");
    static final Key<Duration> FRAME_TIMEOUT = Key.time(
            "transport.frame-timeout",
            STANDARD.frameTimeout(),
            "until a frame that has begun is complete, and for a peer to take the answers that wait for it, or 4MiB of them");
    static final Key<Duration> IDLE_TIMEOUT = Key.time(
            "transport.idle-timeout", STANDARD.idleTimeout(), "after which a connection without requests is closed");
    static final Key<Duration> CLOSE_TIMEOUT = Key.time(
            "transport.close-timeout", STANDARD.closeTimeout(), "for requests in flight when the process stops");
    static final Key<Integer> IO_THREADS = new Key<>(
            "transport.io-threads",
            "count",
            "auto",
            "event loops; auto is one for each processor, at most 16",
            value -> value.equals("auto")
                    ? STANDARD.ioThreads()
                    : Key.integer("transport.io-threads", 1, "").parser().apply(value));

    static final List<Key<?>> LIST = List.of(
            MAX_HEADER_BYTES,
            MAX_PAYLOAD_BYTES,
            CONNECTIONS_PER_ENDPOINT,
            MAX_IN_FLIGHT_REQUESTS,
            MAX_IN_FLIGHT_BYTES,
            MAX_TOTAL_IN_FLIGHT_BYTES,
            MAX_CONNECTIONS,
            MAX_CONNECTIONS_PER_ADDRESS,
            CONNECT_TIMEOUT,
            FRAME_TIMEOUT,
            IDLE_TIMEOUT,
            CLOSE_TIMEOUT,
            IO_THREADS);

    private TransportKeys() {}

    /**
     * @param security the caller closes it
     */
    public static TransportConfig transport(Settings settings, Security security) {
        return settings.checked(() -> STANDARD.with()
                .maxHeaderBytes(settings.get(MAX_HEADER_BYTES))
                .maxPayloadBytes(settings.get(MAX_PAYLOAD_BYTES))
                .connectionsPerEndpoint(settings.get(CONNECTIONS_PER_ENDPOINT))
                .maxInFlightRequests(settings.get(MAX_IN_FLIGHT_REQUESTS))
                .maxInFlightBytes(settings.get(MAX_IN_FLIGHT_BYTES))
                .maxTotalInFlightBytes(settings.get(MAX_TOTAL_IN_FLIGHT_BYTES))
                .maxConnections(settings.get(MAX_CONNECTIONS))
                .maxConnectionsPerAddress(settings.get(MAX_CONNECTIONS_PER_ADDRESS))
                .connectTimeout(settings.get(CONNECT_TIMEOUT))
                .frameTimeout(settings.get(FRAME_TIMEOUT))
                .idleTimeout(settings.get(IDLE_TIMEOUT))
                .closeTimeout(settings.get(CLOSE_TIMEOUT))
                .ioThreads(settings.get(IO_THREADS))
                .security(security)
                .build());
    }
}
