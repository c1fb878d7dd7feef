package io.chameleon.transport.rpc.loopback;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.transport.protocol.FileBytes;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.WireErrors;
import io.chameleon.transport.rpc.server.Invocation;
import io.chameleon.transport.security.Principal;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One request over a {@link LoopbackNetwork}, and its answer. */
final class LoopbackCall {
    private static final String PEER = "loopback";

    private final CompletableFuture<Message> answer = new CompletableFuture<>();
    private final Endpoint endpoint;
    private final Message request;
    private final long deadline;

    LoopbackCall(Endpoint endpoint, Message request, long deadline) {
        this.endpoint = endpoint;
        this.request = request;
        this.deadline = deadline;
    }

    void expire() {
        fail(Invocation.deadlineExceeded(request.type()));
    }

    void fail(ChameleonError cause) {
        answer.completeExceptionally(cause);
    }

    /** It reaches no handler. */
    void refuse(String why) {
        request.release();
        fail(new NotExecutedError(why));
    }

    CompletableFuture<Message> answer() {
        return answer;
    }

    void whenDone(Runnable action) {
        CompletableFuture<Message> unused = answer.whenComplete((message, failure) -> action.run());
    }

    /** @param listener at the endpoint; null if there is none */
    void deliver(LoopbackNetwork.@Nullable Listener listener) {
        if (answer.isDone() || listener == null) {
            refuse("nothing listens at " + endpoint);
            return;
        }
        try {
            endpoint.requireCluster(listener.cluster());
            int unused = endpoint.numberAmong(listener.server().isEmpty() ? List.of() : List.of(listener.server()));
        } catch (NotExecutedError other) {
            request.release();
            fail(other);
            return;
        }
        Message arrived = copy(request, request.type().requestParser());
        CallContext context = new CallContext(PEER, deadline, Principal.ANYBODY, endpoint.cluster());
        Invocation invocation = Invocation.start(listener.handler(), arrived, context, this::complete);
        // Also after an answer: a completed stage ignores it.
        whenDone(invocation::cancel);
    }

    private void complete(@Nullable Message sent, @Nullable ChameleonError error) {
        Message arrived = sent == null ? null : copy(sent, sent.type().responseParser());
        if (arrived != null && !answer.complete(arrived)) {
            arrived.release();
        }
        if (error != null) {
            fail(WireErrors.unpack(WireErrors.pack(error), false));
        }
    }

    private static Message copy(Message message, Parser<? extends MessageLite> parser) {
        try {
            FileBytes file = message.file();
            return new Message(
                    message.type(),
                    parser.parseFrom(message.header().toByteString()),
                    file == null ? message.payload() : file.read(Unpooled.directBuffer(file.length())));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("what one message wrote, its own parser cannot read", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
