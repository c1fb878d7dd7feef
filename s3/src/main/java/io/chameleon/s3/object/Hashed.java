package io.chameleon.s3.object;

import io.chameleon.s3.call.Incoming;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes all bytes of a body, a buffer at a time, for what is known at their end. */
public final class Hashed implements Flow.Subscriber<ByteBuffer> {
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    private Hashed() {}

    /** Completes once the body knows its hashes. */
    public static CompletableFuture<Void> whole(Incoming body) {
        Hashed taken = new Hashed();
        body.subscribe(taken);
        return taken.end;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(ByteBuffer buffer) {
        Flow.Subscription more = subscription;
        if (more != null) {
            more.request(1);
        }
    }

    @Override
    public void onError(Throwable thrown) {
        end.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        end.complete(null);
    }
}
