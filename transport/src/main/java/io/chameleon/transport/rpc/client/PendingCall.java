package io.chameleon.transport.rpc.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.frame.Preamble;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.Headers;
import io.chameleon.transport.rpc.NotGreetedError;
import io.chameleon.transport.rpc.WireErrors;
import io.chameleon.transport.rpc.server.Invocation;
import io.chameleon.transport.wire.Error;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A request for which a caller waits. Completed once: by the answer, the deadline, the caller or the loss of the
 * connection.
 */
public final class PendingCall {
    private static final Duration LONGEST = Duration.ofDays(30);

    private final CompletableFuture<Message> answer = new CompletableFuture<>();
    private final Endpoint endpoint;
    private final Message request;
    private final long timeoutNanos;
    /** When its timeout began: with the call, and again when it had left this process. */
    private volatile long begunNanos;
    /** No connection has taken it yet. */
    private volatile boolean unconnected;
    /** While it waits to be sent: the time of the connection's last progress in sending. */
    private volatile @Nullable LongSupplier sending;

    PendingCall(Endpoint endpoint, Message request, long nowNanos, Duration timeout) {
        this.endpoint = endpoint;
        this.request = request;
        this.begunNanos = nowNanos;
        this.timeoutNanos = nanos(timeout);
    }

    /** There is no connection yet that could take it. */
    void awaitsConnection() {
        unconnected = true;
    }

    /** Enters a connection's queue, where its time does not run down while the connection sends. */
    void queued(LongSupplier lastSentNanos) {
        unconnected = false;
        sending = lastSentNanos;
    }

    /** It has left this process: from now on its time runs for the peer. */
    void sent(long nowNanos) {
        begunNanos = nowNanos;
        sending = null;
    }

    /** Remaining time; 0 or less if it is over. */
    long nanosLeft(long nowNanos) {
        LongSupplier queue = sending;
        long begun = begunNanos;
        long since = queue == null ? begun : Math.max(begun - nowNanos, queue.getAsLong() - nowNanos) + nowNanos;
        return since + timeoutNanos - nowNanos;
    }

    /** No caller waits longer than a month, and the sum with a point in time must not overflow. */
    public static long nanos(Duration timeout) {
        return timeout.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : timeout.toNanos();
    }

    CompletableFuture<Message> answer() {
        return answer;
    }

    /** Whom it is for. */
    Endpoint endpoint() {
        return endpoint;
    }

    Message request() {
        return request;
    }

    MessageType type() {
        return request.type();
    }

    long microsLeft(long nowNanos) {
        // Rounded up: a call that is not over has time left.
        return (begunNanos + timeoutNanos - nowNanos + 999) / 1000;
    }

    void fail(Throwable cause) {
        answer.completeExceptionally(cause);
    }

    void expire() {
        answer.completeExceptionally(
                unconnected
                        ? new NotGreetedError(type() + ": no HELLO from " + endpoint.process()
                                + " before the deadline: it is slow, cannot be"
                                + " reached, or it may be another service's port")
                        : Invocation.deadlineExceeded(type()));
    }

    /** Takes over the frame. */
    void answered(Frame frame) {
        try {
            if (frame.kind() == FrameKind.ERROR) {
                frame.release();
                boolean notExecuted = (frame.flags() & Preamble.NOT_EXECUTED) != 0;
                answer.completeExceptionally(WireErrors.unpack(Error.parseFrom(frame.header()), notExecuted));
            } else {
                deliver(frame);
            }
        } catch (InvalidProtocolBufferException e) {
            fail(new ChameleonError(ErrorCode.PROTOCOL_ERROR, "error answer to " + type() + ": cannot be read", e));
        }
    }

    private void deliver(Frame frame) {
        Message message;
        try {
            if (frame.type() != type().code()) {
                throw new ChameleonError(
                        ErrorCode.PROTOCOL_ERROR,
                        "answer to " + type() + ": type '" + frame.type() + "' given, expected " + type().code());
            }
            message = new Message(
                    type(),
                    Headers.parse(type(), type().responseParser(), frame.header()),
                    frame.payload(),
                    OptionalInt.of(frame.payloadCrc32c()));
        } catch (ChameleonError e) {
            frame.release();
            fail(e);
            return;
        }
        if (!answer.complete(message)) {
            message.release();
        }
    }
}
