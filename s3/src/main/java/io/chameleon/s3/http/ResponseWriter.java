package io.chameleon.s3.http;

import io.chameleon.client.LentBytes;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a body as fast as the client takes it: puts what it was lent into the socket's queue, where it stays uncopied,
 * and asks for more only while that queue is below its high-water mark.
 */
final class ResponseWriter implements Flow.Subscriber<LentBytes> {
    /** So that the queue shows what a slow client takes. */
    private static final int PIECE = 128 << 10;

    private final Channel channel;
    private final Consumer<@Nullable Throwable> whenDone;

    // All used on the event loop alone.
    private long left;
    private Flow.@Nullable Subscription subscription;
    private boolean asked;
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
                askForMore();
            }
        });
    }

    @Override
    public void onNext(LentBytes given) {
        onLoop(() -> {
            asked = false;
            if (done) {
                given.close();
            } else if (given.length() > left) {
                given.close();
                end(new IllegalStateException("more bytes than announced"));
            } else {
                left -= given.length();
                write(given);
                askForMore();
            }
        });
    }

    @Override
    public void onError(Throwable thrown) {
        onLoop(() -> end(thrown));
    }

    /** All bytes are in the queue. */
    @Override
    public void onComplete() {
        onLoop(() -> {
            if (left > 0) {
                end(new IllegalStateException(left + " bytes fewer than announced"));
            } else if (!done) {
                ChannelFuture unused = channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
                        .addListener(written -> end(written.cause()));
            }
        });
    }

    private void onLoop(Runnable task) {
        if (channel.eventLoop().inEventLoop()) {
            task.run();
        } else {
            channel.eventLoop().execute(task);
        }
    }

    private void write(LentBytes given) {
        Loan loan = new Loan(given);
        for (ByteBuffer buffer : given.buffers()) {
            for (int from = buffer.position(); from < buffer.limit(); from += PIECE) {
                loan.write(buffer.slice(from, Math.min(PIECE, buffer.limit() - from)));
            }
        }
        loan.complete();
        channel.flush();
    }

    /** The socket's queue has room. */
    void askForMore() {
        if (!done && !asked && left > 0 && subscription != null && channel.isWritable()) {
            asked = true;
            subscription.request(1);
        }
    }

    /** Nothing more is written; null after the last byte. */
    void end(@Nullable Throwable why) {
        if (!done) {
            done = true;
            if (subscription != null && why != null) {
                subscription.cancel();
            }
            whenDone.accept(why);
        }
    }

    /** Gives back what was lent once the socket has no piece of it any more. */
    private final class Loan {
        private final LentBytes lent;
        private int open = 1;

        Loan(LentBytes lent) {
            this.lent = lent;
        }

        void write(ByteBuffer piece) {
            open++;
            ChannelFuture unused = channel.write(new DefaultHttpContent(Unpooled.wrappedBuffer(piece)))
                    .addListener(written -> {
                        complete();
                        if (!written.isSuccess()) {
                            end(written.cause());
                        }
                    });
        }

        /** One piece, or the list of them. */
        void complete() {
            if (--open == 0) {
                lent.close();
            }
        }
    }
}
