package io.chameleon.transport.frame;

import io.chameleon.core.Durations;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.RecvByteBufAllocator;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Cuts incoming bytes into {@link Frame}s. The first broken frame is passed on as {@link BrokenFrameException}, and
 * everything after it is dropped. A frame that takes longer than its timeout to arrive is broken too.
 */
public final class FrameDecoder extends ChannelInboundHandlerAdapter {
    private final Duration frameTimeout;
    private final boolean answers;
    private final ByteBuf start = Unpooled.buffer(Preamble.BYTES, Preamble.BYTES);
    private FrameLimits limits = FrameLimits.BEFORE_HELLO;
    private @Nullable BodyCollector body;
    private @Nullable Preamble preamble;
    private boolean broken;
    /** Changes with every frame, and with every pause of reading: a watch that sees a change starts over. */
    private long progress;

    private @Nullable Future<?> watch;

    /** Of requests: memory grows with what arrives. */
    public FrameDecoder(Duration frameTimeout) {
        this(frameTimeout, false);
    }

    private FrameDecoder(Duration frameTimeout, boolean answers) {
        this.frameTimeout = frameTimeout;
        this.answers = answers;
    }

    /** Of answers, which were asked for: memory of the length that the preamble claims, within the limits. */
    public static FrameDecoder ofAnswers(Duration frameTimeout) {
        return new FrameDecoder(frameTimeout, true);
    }

    /** Sets the limits from the next frame on. */
    public void limit(FrameLimits newLimits) {
        limits = newLimits;
    }

    /** This side stopped or resumed reading: the timeout of the current frame restarts. */
    public void readingChanged() {
        progress++;
    }

    /** The allocator for the channel's reads, which sends long payloads straight to their final place. */
    public RecvByteBufAllocator reads() {
        return new BodyReads(this);
    }

    @Nullable
    ByteBuf lend() {
        return preamble != null && body != null ? body.lend() : null;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            while (in.isReadable() && !broken) {
                Frame frame = next(ctx, in);
                if (frame != null) {
                    progress++;
                    ctx.fireChannelRead(frame);
                }
            }
        } catch (BrokenFrameException e) {
            fail(ctx, e);
        } finally {
            in.release();
        }
        watchUnfinished(ctx);
    }

    private @Nullable Frame next(ChannelHandlerContext ctx, ByteBuf in) {
        Preamble current = preamble;
        if (current == null) {
            current = readPreamble(in);
            if (current == null) {
                return null;
            }
            preamble = current;
            collector(ctx).begin(current.headerLength(), current.payloadLength());
        }
        ByteBuf whole = collector(ctx).collect(in);
        if (whole == null) {
            return null;
        }
        preamble = null;
        return frame(current, whole, collector(ctx));
    }

    private @Nullable Preamble readPreamble(ByteBuf in) {
        if (!start.isReadable() && in.readableBytes() >= Preamble.BYTES) {
            return Preamble.read(in, limits);
        }
        start.writeBytes(in, Math.min(start.writableBytes(), in.readableBytes()));
        if (start.isWritable()) {
            return null;
        }
        Preamble read = Preamble.read(start, limits);
        start.clear();
        return read;
    }

    private static Frame frame(Preamble preamble, ByteBuf whole, BodyCollector collected) {
        boolean passedOn = false;
        try {
            byte[] header = new byte[preamble.headerLength()];
            whole.readBytes(header);
            requireCrc("header CRC", preamble.headerCrc(), header.length == 0 ? 0 : Crc.of(header));
            int payloadCrc = collected.payloadCrc(whole);
            if (!isUnread(preamble)) {
                requireCrc("payload CRC", preamble.payloadCrc(), payloadCrc);
            }
            passedOn = whole.isReadable();
            return new Frame(
                    preamble.kind(),
                    preamble.flags(),
                    preamble.type(),
                    preamble.stream(),
                    preamble.deadlineMicros(),
                    header,
                    // Shares the reference count, so its release releases the underlying reads.
                    passedOn ? whole.slice() : Unpooled.EMPTY_BUFFER,
                    payloadCrc);
        } finally {
            if (!passedOn) {
                whole.release();
            }
        }
    }

    private static boolean isUnread(Preamble preamble) {
        return preamble.kind() == FrameKind.RESPONSE && (preamble.flags() & Preamble.UNREAD) != 0;
    }

    private static void requireCrc(String what, int given, int actual) {
        BrokenFrameException.requireHex(given == actual, what, given, actual);
    }

    private BodyCollector collector(ChannelHandlerContext ctx) {
        BodyCollector collector = body;
        if (collector == null) {
            collector = new BodyCollector(ctx.alloc(), answers);
            body = collector;
        }
        return collector;
    }

    /** Against slow-loris: a peer must complete a frame in time, however many bytes trickle in. */
    private void watchUnfinished(ChannelHandlerContext ctx) {
        if (watch != null || !isUnfinished()) {
            return;
        }
        long seen = progress;
        watch = ctx.executor()
                .schedule(
                        () -> {
                            watch = null;
                            boolean stuck =
                                    progress == seen && ctx.channel().config().isAutoRead();
                            if (isUnfinished() && stuck) {
                                fail(
                                        ctx,
                                        new BrokenFrameException(
                                                "frame not complete within " + Durations.text(frameTimeout)));
                            } else {
                                watchUnfinished(ctx);
                            }
                        },
                        frameTimeout.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private boolean isUnfinished() {
        return !broken && (preamble != null || start.isReadable());
    }

    private void fail(ChannelHandlerContext ctx, BrokenFrameException cause) {
        broken = true;
        drop();
        ctx.fireExceptionCaught(cause);
    }

    private void drop() {
        preamble = null;
        if (body != null) {
            body.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        broken = true;
        drop();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        broken = true;
        drop();
        Future<?> pending = watch;
        if (pending != null) {
            pending.cancel(false);
        }
    }
}
