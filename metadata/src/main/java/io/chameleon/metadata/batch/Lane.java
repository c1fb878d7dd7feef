package io.chameleon.metadata.batch;

import java.util.concurrent.CompletableFuture;

/** A queue of requests that share transactions or statements. */
@FunctionalInterface
public interface Lane<Q, A> {
    /**
     * Never blocks.
     *
     * @param deadlineNanos until when the request is worth an answer
     */
    CompletableFuture<A> submit(Q request, long deadlineNanos);
}
