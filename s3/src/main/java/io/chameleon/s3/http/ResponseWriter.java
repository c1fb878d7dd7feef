package io.chameleon.s3.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a body as fast as the client takes it: asks for one buffer at a time, and copies a piece of it to the socket's
 * queue only while that queue is below its high-water mark.
 */
final class ResponseWriter implements Flow.Subscriber<ByteBuffer> {
    private static final int PIECE = 128 << 10;

    private final Channel channel;
    private final Consumer<@Nullable Throwable> whenDone;

    // All used on the event loop alone.
    private long left;
    private Flow.@Nullable Subscription subscription;
    private @Nullable ByteBuffer buffer;
    private boolean complete;
    private boolean writing;
    private boolean done;

    /**
     * @param length bytes that were announced to the client
     * @param whenDone runs once, on the event loop, when the last byte has been taken, or with what went wrong
     */
    ResponseWriter(Channel channel, long length, Consumer<@Nullable Throwable> whenDone) {
        this.channel = channel;
        this.left = length;
        this.whenDone = whenDone;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        onLoop(() -> {
            if (done) {
                given.cancel();
            } else {
                subscription = given;
                given.request(1);
            }
        });
    }

    @Override
    public void onNext(ByteBuffer given) {
        onLoop(() -> {
            if (!done && given.remaining() > left) {
                end(new IllegalStateException("more bytes than announced"));
            } else if (!done) {
                buffer = given;
                write();
            }
        });
    }

    @Override
    public void onError(Throwable thrown) {
        onLoop(() -> end(thrown));
    }

    @Override
    public void onComplete() {
        onLoop(() -> {
            complete = true;
            if (buffer == null) {
                last();
            }
        });
    }

    /** All buffers have been written. */
    private void last() {
        if (left > 0) {
            end(new IllegalStateException(left + " bytes fewer than announced"));
        } else if (!done) {
            ChannelFuture unused = channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                    .addListener(written -> end(written.cause()));
        }
    }

    private void onLoop(Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
        } else {
            channel.eventLoop().execute(task);
        }
    }

    /** The socket's queue has room, or the client is gone. */
    void write() {
        ByteBuffer from = buffer;
        if (done || from == null || writing) {
            return;
        }
        // A write may report within itself that the queue has room again.
        writing = true;
        boolean wrote = false;
        while (from.hasRemaining() && channel.isWritable()) {
            int count = Math.min(PIECE, from.remaining());
            ByteBuf piece = channel.alloc().ioBuffer(count);
            piece.writeBytes(from.slice(from.position(), count));
            from.position(from.position() + count);
            left -= count;
            ChannelFuture unused = channel.write(new DefaultHttpContent(piece)).addListener(written -> {
                if (!written.isSuccess()) {
                    end(written.cause());
                }
            });
            wrote = true;
        }
        writing = false;
        boolean taken = !from.hasRemaining();
        if (taken) {
            buffer = null;
        }
        if (wrote) {
            // Makes room, which is reported within this call, and may write the rest of the buffer.
            channel.flush();
        }
        if (taken && !done) {
            if (complete) {
                last();
            } else {
                Objects.requireNonNull(subscription).request(1);
            }
        }
    }

    /** Nothing more is written; null after the last byte. */
    void end(@Nullable Throwable why) {
        if (!done) {
            done = true;
            buffer = null;
            if (subscription != null && why != null) {
                subscription.cancel();
            }
            whenDone.accept(why);
        }
    }
}
