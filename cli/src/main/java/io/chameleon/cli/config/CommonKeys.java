package io.chameleon.cli.config;

import io.chameleon.cli.role.ZooKeeperConfig;
import io.chameleon.transport.TransportConfig;
import java.time.Duration;
import java.util.List;

/** What every role sets. */
public final class CommonKeys {
    static final Key<String> ZOOKEEPER_CONNECT =
            Key.text("zookeeper.connect", "127.0.0.1:2181", "ZooKeeper's servers, host:port[,host:port...]");
    static final Key<Duration> ZOOKEEPER_SESSION_TIMEOUT = Key.time(
            "zookeeper.session-timeout",
            ZooKeeperConfig.DEFAULT_SESSION_TIMEOUT,
            "time without contact after which ZooKeeper takes the process for dead");

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
    static final Key<Integer> MAX_CONNECTIONS = Key.integer(
            "transport.max-connections", STANDARD.maxConnections(), "connections taken; further ones are closed");
    static final Key<Duration> CONNECT_TIMEOUT = Key.time(
            "transport.connect-timeout", STANDARD.connectTimeout(), "until a connection stands and is greeted");
    static final Key<Duration> FRAME_TIMEOUT =
            Key.time("transport.frame-timeout", STANDARD.frameTimeout(), "until a frame that has begun is complete");
    static final Key<Duration> IDLE_TIMEOUT = Key.time(
            "transport.idle-timeout", STANDARD.idleTimeout(), "after which a connection without requests is closed");
    static final Key<Duration> CLOSE_TIMEOUT = Key.time(
            "transport.close-timeout", STANDARD.closeTimeout(), "for requests in flight when the process stops");
    static final Key<Integer> IO_THREADS = new Key<>(
            "transport.io-threads",
            "count",
            "auto",
            "event loops; auto is one for each processor, at most 4",
            value -> value.equals("auto")
                    ? STANDARD.ioThreads()
                    : Key.integer("transport.io-threads", 1, "").parser().apply(value));

    public static final List<Key<?>> LIST = List.of(
            ZOOKEEPER_CONNECT,
            ZOOKEEPER_SESSION_TIMEOUT,
            MAX_HEADER_BYTES,
            MAX_PAYLOAD_BYTES,
            CONNECTIONS_PER_ENDPOINT,
            MAX_IN_FLIGHT_REQUESTS,
            MAX_IN_FLIGHT_BYTES,
            MAX_CONNECTIONS,
            CONNECT_TIMEOUT,
            FRAME_TIMEOUT,
            IDLE_TIMEOUT,
            CLOSE_TIMEOUT,
            IO_THREADS);

    private CommonKeys() {}

    public static ZooKeeperConfig zookeeper(Settings settings) {
        return new ZooKeeperConfig(settings.get(ZOOKEEPER_CONNECT), settings.get(ZOOKEEPER_SESSION_TIMEOUT));
    }

    public static TransportConfig transport(Settings settings) {
        return new TransportConfig(
                settings.get(MAX_HEADER_BYTES),
                settings.get(MAX_PAYLOAD_BYTES),
                settings.get(CONNECTIONS_PER_ENDPOINT),
                settings.get(MAX_IN_FLIGHT_REQUESTS),
                settings.get(MAX_IN_FLIGHT_BYTES),
                settings.get(MAX_CONNECTIONS),
                settings.get(CONNECT_TIMEOUT),
                settings.get(FRAME_TIMEOUT),
                settings.get(IDLE_TIMEOUT),
                settings.get(CLOSE_TIMEOUT),
                settings.get(IO_THREADS),
                STANDARD.allocator());
    }
}
