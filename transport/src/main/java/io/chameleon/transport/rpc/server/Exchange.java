package io.chameleon.transport.rpc.server;

import io.chameleon.core.Require;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.frame.LongBuffers;
import io.chameleon.transport.frame.Preamble;
import io.chameleon.transport.protocol.FileBytes;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.AnswerMemory;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Greeting;
import io.chameleon.transport.rpc.IoThreads;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.WireErrors;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.Timeout;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One request on the server, from its arrival until its answer is sent or, if the caller no longer waits, until the
 * handler releases it. State belongs to the channel's event loop, except the reservation of the answer's bytes.
 */
final class Exchange implements AnswerMemory {
    private final ServerConnection connection;
    private final MessageType type;
    private final long stream;
    private long chargedBytes;
    private @Nullable Invocation invocation;
    private @Nullable Timeout deadline;
    private boolean abandoned;
    private boolean finished;
    private final Object reserving = new Object();
    private MemoryBudget.@Nullable Reservation reservation;
    private boolean reservesNoMore;

    Exchange(ServerConnection connection, MessageType type, long stream, int requestBytes) {
        this.connection = connection;
        this.type = type;
        this.stream = stream;
        this.chargedBytes = requestBytes;
    }

    long stream() {
        return stream;
    }

    long chargedBytes() {
        return chargedBytes;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Charges the answer in place of the request, which is already released; returns the difference. */
    long charge(int answerBytes) {
        long difference = answerBytes - chargedBytes;
        chargedBytes = answerBytes;
        return difference;
    }

    @Override
    public boolean reserve(int bytes, Runnable later) {
        MemoryBudget.Reservation asked = connection.reservation(bytes, later);
        synchronized (reserving) {
            if (reservesNoMore) {
                return true;
            }
            Require.that(reservation == null, "reservation of " + type, bytes, "one for each request");
            reservation = asked;
        }
        return asked.claim();
    }

    /** Ends the reservation for the answer; returns the charged bytes, which the caller must give back. */
    long endReservation() {
        MemoryBudget.Reservation ended;
        synchronized (reserving) {
            reservesNoMore = true;
            ended = reservation;
        }
        return ended == null ? 0 : ended.end();
    }

    void start(RpcHandler handler, IoThreads threads, Message request, CallContext context, long timeoutNanos) {
        Invocation started = Invocation.start(handler, request, context, this::answered);
        invocation = started;
        if (!finished) {
            deadline = threads.after(
                    timeoutNanos, () -> connection.channel().eventLoop().execute(this::abandon));
        }
    }

    /**
     * The caller no longer waits: cancelled, too late, or the connection is gone. The handler's answer will be dropped.
     */
    void abandon() {
        if (abandoned || finished) {
            return;
        }
        abandoned = true;
        Invocation running = invocation;
        if (running != null) {
            running.cancel();
        }
    }

    /** Runs on the thread that completed the handler's stage, which also computes the checksums. */
    private void answered(@Nullable Message answer, @Nullable ChameleonError error) {
        Outgoing frame = error != null || answer == null
                ? encodeError(error != null ? error : Invocation.deadlineExceeded(type))
                : encode(answer);
        if (connection.channel().eventLoop().inEventLoop()) {
            finish(frame);
            return;
        }
        try {
            connection.channel().eventLoop().execute(() -> finish(frame));
        } catch (RejectedExecutionException e) {
            // The server has closed, and so has the connection.
            frame.release();
        }
    }

    private void finish(Outgoing frame) {
        finished = true;
        if (deadline != null) {
            deadline.cancel();
        }
        connection.finish(this, frame);
    }

    private Outgoing encode(Message answer) {
        FileBytes file = answer.file();
        Greeting greeting = connection.greeting();
        try {
            if (greeting != null) {
                greeting.requireFits(
                        type,
                        answer.header().getSerializedSize(),
                        file != null ? file.length() : answer.payload().readableBytes());
            }
        } catch (ChameleonError tooLarge) {
            answer.release();
            return encodeError(tooLarge);
        }
        return file != null ? encode(answer, file) : encode(answer, 0, answer.payload(), answer.payloadCrc32c());
    }

    private Outgoing encode(Message answer, int flags, ByteBuf payload, OptionalInt payloadCrc32c) {
        return Outgoing.of(Frame.encode(
                allocator(),
                FrameKind.RESPONSE,
                flags,
                type.code(),
                stream,
                0,
                answer.header(),
                payload,
                payloadCrc32c));
    }

    private Outgoing encode(Message answer, FileBytes file) {
        if (connection.sendsFiles()) {
            ByteBuf head =
                    Frame.encodeUnread(allocator(), type.code(), stream, answer.header(), file.length(), file.crc32c());
            return new Outgoing(head, file.ranges());
        }
        try {
            ByteBuf payload = file.read(LongBuffers.allocate(allocator(), file.length()));
            return encode(answer, Preamble.UNREAD, payload, OptionalInt.of(file.crc32c()));
        } catch (IOException e) {
            return encodeError(new ChameleonError(ErrorCode.INTERNAL, type + ": its answer cannot be read", e));
        }
    }

    private Outgoing encodeError(ChameleonError error) {
        return Outgoing.of(Frame.encode(allocator(), FrameKind.ERROR, 0, type.code(), stream, WireErrors.pack(error)));
    }

    private ByteBufAllocator allocator() {
        return connection.channel().alloc();
    }
}
