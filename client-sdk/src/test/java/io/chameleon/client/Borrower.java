package io.chameleon.client;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A subscriber that copies what it is lent and gives it back before it asks for more. */
final class Borrower implements Flow.Subscriber<LentBytes> {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> all = new CompletableFuture<>();
    private final CompletableFuture<LentBytes> first = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;
    private boolean keeps;

    /** Keeps the first, and asks for nothing further. */
    Borrower keepingTheFirst() {
        keeps = true;
        return this;
    }

    CompletableFuture<LentBytes> first() {
        return first;
    }

    CompletableFuture<byte[]> all() {
        return all;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(LentBytes lent) {
        if (keeps) {
            first.complete(lent);
            return;
        }
        lent.buffers().forEach(buffer -> {
            byte[] copy = new byte[buffer.remaining()];
            buffer.get(copy);
            bytes.writeBytes(copy);
        });
        lent.close();
        Flow.Subscription more = subscription;
        if (more != null) {
            more.request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        all.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        all.complete(bytes.toByteArray());
    }
}
