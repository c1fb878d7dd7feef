package io.chameleon.transport;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A network inside one process: many endpoints, no sockets. Behaves as {@link NettyRpcClient} and {@link NettyRpcServer} do towards
 * deadlines, cancellation, errors and payloads; handlers run on one thread, as on an event loop. Headers cross as bytes.
 *
 * <p>Scheduler and ticker are arguments, so that a simulation can drive it in virtual time.
 */
public final class LoopbackNetwork implements RpcClient {
    private static final String PEER = "loopback";

    private final Map<Endpoint, RpcHandler> handlers = new ConcurrentHashMap<>();
    private final ScheduledExecutorService loop;
    private final LongSupplier nanoTime;

    public LoopbackNetwork() {
        this(
                Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("chameleon-io-loopback", true)),
                System::nanoTime);
    }

    /**
     * @param loop runs handlers and deadlines; shut down by {@link #close()}
     * @param nanoTime the ticker that {@code loop} follows
     */
    public LoopbackNetwork(ScheduledExecutorService loop, LongSupplier nanoTime) {
        this.loop = loop;
        this.nanoTime = nanoTime;
    }

    /** Whoever calls {@code endpoint} from now on meets this handler. */
    public void bind(Endpoint endpoint, RpcHandler handler) {
        handlers.put(endpoint, handler);
    }

    /** Later calls of {@code endpoint} fail with {@code UNAVAILABLE}; what the handler works on is still answered. */
    public void unbind(Endpoint endpoint) {
        handlers.remove(endpoint);
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        long deadline = nanoTime.getAsLong() + timeout.toNanos();
        Call call = new Call(endpoint, request, deadline);
        try {
            if (timeout.isNegative() || timeout.isZero()) {
                call.expire();
            } else {
                Future<?> timer = loop.schedule(call::expire, timeout.toNanos(), TimeUnit.NANOSECONDS);
                call.whenDone(() -> timer.cancel(false));
            }
            loop.execute(call::deliver);
        } catch (RejectedExecutionException e) {
            request.release();
            call.answer.completeExceptionally(new NotExecutedError("the network is closed"));
        }
        return call.answer;
    }

    @Override
    public void close() {
        loop.shutdownNow();
    }

    /** One request on its way there and back. */
    private final class Call {
        private final CompletableFuture<Message> answer = new CompletableFuture<>();
        private final Endpoint endpoint;
        private final Message request;
        private final long deadline;

        Call(Endpoint endpoint, Message request, long deadline) {
            this.endpoint = endpoint;
            this.request = request;
            this.deadline = deadline;
        }

        void expire() {
            answer.completeExceptionally(Invocation.deadlineExceeded(request.type()));
        }

        void whenDone(Runnable action) {
            CompletableFuture<Message> unused = answer.whenComplete((message, failure) -> action.run());
        }

        void deliver() {
            RpcHandler handler = handlers.get(endpoint);
            Message arrived = handler == null || answer.isDone() ? null : copy(request, request.type().requestParser());
            if (handler == null || arrived == null) {
                request.release();
                answer.completeExceptionally(new NotExecutedError("nothing listens at " + endpoint));
                return;
            }
            Invocation invocation =
                    Invocation.start(handler, arrived, new CallContext(PEER, deadline), this::complete);
            // Also after an answer: a stage that is complete already does not mind.
            whenDone(invocation::cancel);
        }

        private void complete(@Nullable Message sent, @Nullable ChameleonError error) {
            Message arrived = sent == null ? null : copy(sent, sent.type().responseParser());
            if (arrived != null && !answer.complete(arrived)) {
                arrived.release();
            }
            if (error != null) {
                answer.completeExceptionally(WireErrors.unpack(WireErrors.pack(error), false));
            }
        }
    }

    private static Message copy(Message message, Parser<? extends MessageLite> parser) {
        try {
            return new Message(
                    message.type(),
                    parser.parseFrom(message.header().toByteString()),
                    message.payload());
        } catch (InvalidProtocolBufferException e) {
            throw new ChameleonError(ErrorCode.PROTOCOL_ERROR, "header of " + message.type() + " cannot be read", e);
        }
    }
}
