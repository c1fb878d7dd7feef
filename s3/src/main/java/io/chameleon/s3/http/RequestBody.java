package io.chameleon.s3.http;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, for one subscriber. The socket is read only while the subscriber asks for more. The first
 * request for bytes sends {@code 100 Continue} to a client that waits for it.
 *
 * <p>A buffer is the subscriber's until {@code onNext} returns. Signals come from the connection's event loop. An error
 * is an {@link S3Exception}: the client was too slow, went away, or did not speak HTTP.
 */
public final class RequestBody implements Flow.Publisher<ByteBuffer> {
    /** What a client has sent already is cheaper to read than a new connection. */
    private static final int SMALL = 64 << 10;

    /** The connection, as a body needs it; called on the event loop. */
    interface Line {
        /** Reads one more piece, which may arrive within the call. */
        void read();

        /** The first byte is wanted. */
        void proceed();
    }

    static final long CHUNKED = -1;

    private final EventLoop loop;
    private final Line line;
    private final long length;
    private final AtomicBoolean claimed = new AtomicBoolean();

    // All used on the event loop alone.
    private Flow.@Nullable Subscriber<? super ByteBuffer> subscriber;
    private boolean cancelled;
    private long demand;
    private long received;
    private boolean begun;
    private boolean discarding;
    private boolean awaiting;
    private boolean pumping;
    private boolean ended;
    private long awaitingSince;
    private long awaitedNanos;
    private @Nullable S3Exception failure;
    private Runnable whenDiscarded = () -> {};

    /** @param length bytes, or {@link #CHUNKED} */
    RequestBody(EventLoop loop, Line line, long length) {
        this.loop = loop;
        this.line = line;
        this.length = length;
    }

    /** Bytes as announced by Content-Length, 0 if nothing announces a body, -1 if it is chunked by HTTP. */
    public long length() {
        return length;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> given) {
        if (!claimed.compareAndSet(false, true)) {
            throw new IllegalStateException("the body has been read");
        }
        given.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                onLoop(() -> demand(count));
            }

            @Override
            public void cancel() {
                onLoop(() -> {
                    cancelled = true;
                    subscriber = null;
                });
            }
        });
        onLoop(() -> begin(given));
    }

    private void onLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    private void begin(Flow.Subscriber<? super ByteBuffer> given) {
        if (cancelled) {
            return;
        }
        subscriber = given;
        if (failure != null || ended || length == 0) {
            finish();
        } else {
            pump();
        }
    }

    private void demand(long count) {
        demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
        pump();
    }

    /** In a loop: a piece that was there already must not deepen the stack. */
    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        while (!awaiting && !ended && failure == null && (discarding || subscriber != null && demand > 0)) {
            if (!begun) {
                begun = true;
                line.proceed();
            }
            awaiting = true;
            awaitingSince = System.nanoTime();
            line.read();
        }
        pumping = false;
    }

    /** A piece of the body. */
    void received(HttpContent content) {
        try {
            if (awaiting) {
                awaiting = false;
                awaitedNanos += System.nanoTime() - awaitingSince;
            }
            if (content.decoderResult().isFailure()) {
                fail(new S3Exception(S3Error.INCOMPLETE_BODY, "the body is not framed as HTTP says"));
                return;
            }
            received += content.content().readableBytes();
            // Known first: the subscriber may ask for more at once, and what would be read then is the next request.
            ended = content instanceof LastHttpContent;
            give(content.content());
            if (ended) {
                finish();
            }
        } finally {
            content.release();
        }
        pump();
    }

    private void give(ByteBuf piece) {
        Flow.Subscriber<? super ByteBuffer> to = subscriber;
        if (to == null || !piece.isReadable()) {
            return;
        }
        demand--;
        try {
            to.onNext(piece.nioBuffer());
        } catch (RuntimeException thrown) {
            subscriber = null;
            to.onError(thrown);
        }
    }

    /** The body will not come to its end. */
    void fail(S3Exception why) {
        if (!ended && failure == null) {
            failure = why;
            awaiting = false;
            finish();
        }
    }

    private void finish() {
        Flow.Subscriber<? super ByteBuffer> to = subscriber;
        subscriber = null;
        if (to != null && failure != null) {
            to.onError(failure);
        } else if (to != null) {
            to.onComplete();
        }
        if (ended || failure != null) {
            Runnable then = whenDiscarded;
            whenDiscarded = () -> {};
            then.run();
        }
    }

    /** Reads the rest for nobody; {@code then} runs at its end. */
    void discard(Runnable then) {
        subscriber = null;
        begun = true;
        discarding = true;
        whenDiscarded = then;
        pump();
    }

    /** Whether its end has been read. */
    boolean isEnded() {
        return ended;
    }

    /** Whether the rest is on its way and small. */
    boolean hasSmallRest(boolean clientWaits) {
        boolean coming = begun || !clientWaits || length == 0;
        return failure == null && coming && length >= 0 && length - received <= SMALL;
    }

    long received() {
        return received;
    }

    /** Nanoseconds since the client owes bytes; 0 if none are awaited. */
    long awaitedNanos(long now) {
        return awaiting ? Math.max(1, now - awaitingSince) : 0;
    }

    /** Nanoseconds that were spent waiting for the client, in all. */
    long allAwaitedNanos(long now) {
        return awaitedNanos + (awaiting ? now - awaitingSince : 0);
    }
}
