package io.chameleon.client.fake;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A publisher of the pieces of an array, each given as soon as it is asked for, from one buffer that is used again;
 * ends as told. Answers on the thread that asks, so a subscriber that does not expect that overflows its stack.
 */
public final class GivenPublisher implements Flow.Publisher<ByteBuffer>, Flow.Subscription {
    private final byte[] bytes;
    private final ByteBuffer buffer;
    private volatile int stopAt;
    private final @Nullable Throwable failure;
    private final Semaphore stopped = new Semaphore(0);
    private Flow.@Nullable Subscriber<? super ByteBuffer> subscriber;
    private int position;
    private volatile long asked;
    private volatile boolean cancelled;

    private GivenPublisher(byte[] bytes, int piece, int stopAt, @Nullable Throwable failure) {
        this.bytes = bytes;
        this.buffer = ByteBuffer.allocate(piece);
        this.stopAt = stopAt;
        this.failure = failure;
    }

    /** All bytes, then the end. */
    public static GivenPublisher of(byte[] bytes, int piece) {
        return new GivenPublisher(bytes, piece, Integer.MAX_VALUE, null);
    }

    /** All bytes, then this failure. */
    public static GivenPublisher failing(byte[] bytes, int piece, Throwable failure) {
        return new GivenPublisher(bytes, piece, Integer.MAX_VALUE, failure);
    }

    /** Nothing once so many bytes were given, until {@link #goOn}. */
    public static GivenPublisher stoppingAt(byte[] bytes, int piece, int stopAt) {
        return new GivenPublisher(bytes, piece, stopAt, null);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> given) {
        subscriber = given;
        given.onSubscribe(this);
    }

    @Override
    public void request(long count) {
        asked += count;
        if (position >= stopAt) {
            stopped.release();
            return;
        }
        int length = Math.min(buffer.capacity(), bytes.length - position);
        buffer.clear().put(bytes, position, length).flip();
        position += length;
        if (length > 0) {
            to().onNext(buffer);
        }
        if (position == bytes.length && !cancelled) {
            end();
        }
    }

    private void end() {
        if (failure == null) {
            to().onComplete();
        } else {
            to().onError(failure);
        }
    }

    private Flow.Subscriber<? super ByteBuffer> to() {
        return Objects.requireNonNull(subscriber);
    }

    /** Gives the rest. */
    public void goOn() {
        stopAt = Integer.MAX_VALUE;
        request(0);
    }

    /** Waits until it is asked for more than it gives. */
    public void awaitStop() {
        stopped.acquireUninterruptibly();
    }

    public long asked() {
        return asked;
    }

    public boolean isSubscribed() {
        return subscriber != null;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }
}
