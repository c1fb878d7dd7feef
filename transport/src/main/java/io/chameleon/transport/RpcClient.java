package io.chameleon.transport;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The network, as its callers see it. Implementations: the Netty one, and the loopback one in one process.
 * Safe from any thread; never blocks.
 */
public interface RpcClient extends AutoCloseable {
    /**
     * Sends a request and completes with its answer.
     *
     * <p>Takes over {@code request}'s payload, whatever happens; the caller releases the answer's. Completes exceptionally with
     * {@link io.chameleon.core.error.ChameleonError}: the one the other side threw, {@code DEADLINE_EXCEEDED} when
     * {@code timeout} passes, {@code UNAVAILABLE} when the peer cannot be reached or goes away. Cancelling the future cancels
     * the request on the other side too, if it has not been answered.
     *
     * @param timeout travels with the request, so that the other side can stop working on what nobody waits for. It counts while the
     *     request waits for a connection, and anew from when its last byte has left this process; in the queue before that only the time
     *     counts in which nothing of that connection leaves
     */
    CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout);

    /** The ticker, in nanoseconds, by which timeouts run out: real time, unless the network is a simulated one. */
    default long nanoTime() {
        return System.nanoTime();
    }

    @Override
    void close();
}
