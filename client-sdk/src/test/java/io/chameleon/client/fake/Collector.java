package io.chameleon.client.fake;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A subscriber that keeps what it gets, and checks that it gets one signal at a time. */
public final class Collector implements Flow.Subscriber<ByteBuffer> {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> all = new CompletableFuture<>();
    private final AtomicInteger buffers = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final long atOnce;
    private Flow.@Nullable Subscription subscription;

    private Collector(long atOnce) {
        this.atOnce = atOnce;
    }

    /** Asks for everything at once. */
    public static Collector eager() {
        return new Collector(Long.MAX_VALUE);
    }

    /** Asks only when told. */
    public static Collector patient() {
        return new Collector(0);
    }

    /** Asks for one buffer after the other. */
    public static Collector stepwise() {
        return new Collector(1);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (atOnce > 0) {
            given.request(atOnce);
        }
    }

    @Override
    public void onNext(ByteBuffer buffer) {
        enter();
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        bytes.writeBytes(copy);
        buffers.incrementAndGet();
        if (atOnce == 1) {
            subscription().request(1);
        }
        inside.decrementAndGet();
    }

    @Override
    public void onError(Throwable failure) {
        enter();
        all.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        enter();
        all.complete(bytes.toByteArray());
    }

    private void enter() {
        if (inside.getAndIncrement() > 0 || all.isDone()) {
            all.obtrudeException(new AssertionError("a signal during another, or after the last"));
        }
    }

    /** Every byte, once complete. */
    public CompletableFuture<byte[]> all() {
        return all;
    }

    public byte[] soFar() {
        return bytes.toByteArray();
    }

    public int buffers() {
        return buffers.get();
    }

    public Flow.Subscription subscription() {
        return Objects.requireNonNull(subscription);
    }
}
