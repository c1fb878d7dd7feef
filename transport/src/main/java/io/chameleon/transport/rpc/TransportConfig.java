package io.chameleon.transport.rpc;

import io.chameleon.core.Require;
import io.chameleon.transport.security.Security;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * Limits of clients and servers. A server's memory stays below the sum of {@code maxTotalInFlightBytes}, one frame per
 * connection, and the answers for which the handler does not reserve room ({@link AnswerMemory}). A client connection
 * holds at most {@code maxInFlightBytes} of unsent requests.
 *
 * @param maxHeaderBytes largest control header that this side accepts
 * @param maxPayloadBytes largest payload that this side accepts
 * @param connectionsPerEndpoint connections a client keeps to one endpoint, each shared by many requests
 * @param maxInFlightRequests requests of one connection in the handler, or answered and not yet sent; beyond it a
 *     server stops reading; beyond four times as many a client fails with OVERLOADED
 * @param maxInFlightBytes bytes of these requests and answers on a server; bytes not yet sent on a client
 * @param maxTotalInFlightBytes bytes of all requests and answers on a server, beyond which it reads no connection; one
 *     caller gets seven eighths of what the others leave
 * @param maxConnections connections that a server accepts; further ones are closed at once
 * @param maxConnectionsPerAddress of these, from one address
 * @param connectTimeout until a connection is open and both sides have sent HELLO
 * @param frameTimeout until a frame that has begun is complete; also the time in which a peer must take the answers
 *     that wait for it, or 4 MiB of them
 * @param idleTimeout after which a connection without requests is closed
 * @param closeTimeout for requests in flight when a server closes
 * @param ioThreads event loops
 * @param allocator of all buffers
 * @param inProcess whether a client reaches the servers of its own process, which must have this set too, through
 *     memory instead of sockets; see {@link OwnListeners}
 * @param security who may connect, and how this side authenticates; the caller closes it
 */
@RecordBuilder
public record TransportConfig(
        int maxHeaderBytes,
        int maxPayloadBytes,
        int connectionsPerEndpoint,
        int maxInFlightRequests,
        int maxInFlightBytes,
        long maxTotalInFlightBytes,
        int maxConnections,
        int maxConnectionsPerAddress,
        Duration connectTimeout,
        Duration frameTimeout,
        Duration idleTimeout,
        Duration closeTimeout,
        int ioThreads,
        ByteBufAllocator allocator,
        boolean inProcess,
        Security security)
        implements TransportConfigBuilder.With {
    private static final int MAX_BODY_BYTES = 1 << 29;

    public TransportConfig {
        requireRange("transport.max-header-bytes", maxHeaderBytes, 1 << 10, MAX_BODY_BYTES);
        requireRange("transport.max-payload-bytes", maxPayloadBytes, 0, MAX_BODY_BYTES);
        requireRange("transport.connections-per-endpoint", connectionsPerEndpoint, 1, 1 << 10);
        requireRange("transport.max-in-flight-requests", maxInFlightRequests, 1, 1 << 20);
        requireRange("transport.max-in-flight-bytes", maxInFlightBytes, 1, Integer.MAX_VALUE);
        Require.that(
                maxTotalInFlightBytes >= 1, "transport.max-total-in-flight-bytes", maxTotalInFlightBytes, "at least 1");
        requireRange("transport.max-connections", maxConnections, 1, 1 << 20);
        requireRange("transport.max-connections-per-address", maxConnectionsPerAddress, 1, 1 << 20);
        requireRange("transport.io-threads", ioThreads, 1, 1 << 10);
        requirePositive("transport.connect-timeout", connectTimeout);
        requirePositive("transport.frame-timeout", frameTimeout);
        requirePositive("transport.idle-timeout", idleTimeout);
        Require.that(!closeTimeout.isNegative(), "transport.close-timeout", closeTimeout, "0 or longer");
    }

    /** 16 MiB headers (a page of 1000 mappings fits), 16 MiB payloads (twice the largest fragment). */
    public static TransportConfig defaults() {
        return new TransportConfig(
                16 << 20,
                16 << 20,
                2,
                256,
                64 << 20,
                totalOfThisProcess(),
                1024,
                512,
                Duration.ofSeconds(3),
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                Math.min(16, Runtime.getRuntime().availableProcessors()),
                PooledByteBufAllocator.DEFAULT,
                false,
                Security.none());
    }

    /**
     * Buffers are direct, and a JVM gives them as much memory as its heap by default: half of that, at most 256 MiB.
     */
    private static long totalOfThisProcess() {
        return Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 2);
    }

    private static void requireRange(String key, int value, int low, int high) {
        Require.that(value >= low && value <= high, key, value, low + " to " + high);
    }

    private static void requirePositive(String key, Duration value) {
        Require.that(value.toMillis() >= 1 && value.toDays() <= 24, key, value, "1 ms to 24 days");
    }
}
