package io.chameleon.transport.rpc;

import io.chameleon.transport.protocol.Message;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The network, as callers see it. Implementations: Netty, and the loopback within one process. Safe from any thread;
 * never blocks.
 */
public interface RpcClient extends AutoCloseable {
    /**
     * Sends a request and completes with its answer.
     *
     * <p>Takes over {@code request}'s payload in any case; the caller releases the answer's. Completes exceptionally
     * with {@link io.chameleon.core.error.ChameleonError}: the one the other side threw, {@code DEADLINE_EXCEEDED} when
     * {@code timeout} passes, {@code UNAVAILABLE} when the peer is unreachable or goes down. Cancelling the future
     * cancels the request on the other side too, if it has not been answered.
     *
     * @param timeout sent with the request, so that the other side can stop work that its caller no longer waits for.
     *     It runs while the request waits for a connection, and restarts when its last byte has left this process. In
     *     the queue before that, only the time without progress on the connection counts
     */
    CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout);

    /** The ticker, in nanoseconds, for timeouts: real time, unless the network is simulated. */
    default long nanoTime() {
        return System.nanoTime();
    }

    @Override
    void close();
}
