package io.chameleon.lab.bench;

import io.chameleon.client.LentBytes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Takes all bytes as they come, gives their buffers back, and counts them. */
final class LentReader implements Flow.Subscriber<LentBytes> {
    private final CompletableFuture<Long> all = new CompletableFuture<>();
    private long bytes;

    /** Bytes taken, at the end. */
    CompletableFuture<Long> all() {
        return all;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(LentBytes lent) {
        try (lent) {
            bytes += lent.length();
        }
    }

    @Override
    public void onError(Throwable failure) {
        all.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        all.complete(bytes);
    }
}
