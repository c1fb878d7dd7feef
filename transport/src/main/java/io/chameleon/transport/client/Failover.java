package io.chameleon.transport.client;

import com.google.protobuf.MessageLite;
import io.chameleon.core.Require;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A stateless service behind several endpoints. A request goes to the endpoint that answered last. On an error that
 * another peer may not give ({@link ErrorCode#retry}) it goes to the next, each at most once, all within one deadline.
 * An endpoint that refused, or let a deadline pass, is no longer first choice: a process that hangs or is unreachable
 * refuses nothing, and one that refuses late leaves the others no time. Requests have no payload, so they can be sent
 * again.
 */
final class Failover {
    /** Whether a request is idempotent. */
    enum Repeat {
        HARMLESS,
        /** Tried elsewhere only if certainly not executed. */
        HARMFUL
    }

    private final RpcClient network;
    private final List<Endpoint> endpoints;
    private volatile int preferred;
    private volatile String cluster = "";

    Failover(RpcClient network, List<Endpoint> endpoints) {
        Require.that(!endpoints.isEmpty(), "endpoints of the metadata service", endpoints, "at least one");
        this.network = network;
        this.endpoints = List.copyOf(endpoints);
    }

    /** From now on only services of that cluster are called, the first one trusted. An empty id changes nothing. */
    void stayIn(String trusted) {
        if (cluster.isEmpty()) {
            cluster = trusted;
        }
    }

    CompletableFuture<Message> call(MessageType type, MessageLite header, Repeat repeat, Duration timeout) {
        return call(Message.of(type, header), repeat, timeout);
    }

    CompletableFuture<Message> call(Message request, Repeat repeat, Duration timeout) {
        Attempt attempt = new Attempt(request, repeat, timeout);
        attempt.next();
        return attempt.answer;
    }

    private final class Attempt {
        private final CompletableFuture<Message> answer = new CompletableFuture<>();
        private final Message request;
        private final Repeat repeat;
        private final long deadline;
        private final int first = preferred;
        private int tried;
        /** Whether an endpoint may have executed it without reporting so. */
        private boolean perhapsExecuted;
        /** The failure of an endpoint that may answer later; one that serves another cluster will not. */
        private @Nullable Throwable passing;

        Attempt(Message request, Repeat repeat, Duration timeout) {
            this.request = request;
            this.repeat = repeat;
            this.deadline = network.nanoTime() + timeout.toNanos();
        }

        void next() {
            int index = (first + tried++) % endpoints.size();
            Duration left = Duration.ofNanos(deadline - network.nanoTime());
            CompletableFuture<Message> sent = network.call(endpoint(index), request, left);
            // Nothing waits on the dependent futures: they only carry actions.
            CompletableFuture<?> unusedCancelling = answer.whenComplete((message, failure) -> {
                if (answer.isCancelled()) {
                    sent.cancel(false);
                }
            });
            CompletableFuture<?> unusedCompleting = sent.whenComplete((message, failure) -> {
                if (failure == null) {
                    preferred = index;
                    deliver(message);
                } else if (mayGoElsewhere(failure) && tried < endpoints.size() && !answer.isDone()) {
                    preferAfter(index);
                    next();
                } else {
                    // Whoever was asked later may have had no time left to answer.
                    if (code(failure) == ErrorCode.DEADLINE_EXCEEDED && index == first) {
                        preferAfter(index);
                    }
                    answer.completeExceptionally(outcome(failure));
                }
            });
        }

        private void preferAfter(int index) {
            if (preferred == index) {
                preferred = (index + 1) % endpoints.size();
            }
        }

        private Endpoint endpoint(int index) {
            Endpoint endpoint = endpoints.get(index);
            return cluster.isEmpty() ? endpoint : endpoint.in(cluster);
        }

        private void deliver(Message message) {
            if (!answer.complete(message)) {
                message.release();
            }
        }

        /** After a deadline no time is left for any endpoint. */
        private boolean mayGoElsewhere(Throwable failure) {
            ErrorCode code = code(failure);
            boolean isPassing = code != null && code.retry() == ErrorCode.Retry.SAME_REQUEST;
            boolean open = !isNotExecuted(failure);
            perhapsExecuted |= open;
            passing = isPassing ? failure : passing;
            return (isPassing || isOfThePeer(failure))
                    && code != ErrorCode.DEADLINE_EXCEEDED
                    && (repeat == Repeat.HARMLESS || !open);
        }

        /**
         * That the last endpoint did not execute it, or belongs to another cluster, says nothing about the ones before.
         */
        private Throwable outcome(Throwable last) {
            Throwable earlier = passing;
            Throwable failure = isOfThePeer(last) && earlier != null ? earlier : last;
            ErrorCode code = code(failure);
            boolean misleading =
                    perhapsExecuted && isNotExecuted(failure) && code != null && code.retry() != ErrorCode.Retry.NEVER;
            return misleading
                    ? new ChameleonError(ErrorCode.UNAVAILABLE, String.valueOf(failure.getMessage()), cause(failure))
                    : failure;
        }
    }

    private static boolean isOfThePeer(Throwable failure) {
        ErrorCode code = code(failure);
        return code != null && code.retry() == ErrorCode.Retry.OTHER_PEER;
    }

    private static boolean isNotExecuted(Throwable failure) {
        ErrorCode code = code(failure);
        return cause(failure) instanceof NotExecutedError || code != null && !code.leavesOutcomeOpen();
    }

    private static @Nullable Throwable cause(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    private static @Nullable ErrorCode code(Throwable failure) {
        return cause(failure) instanceof ChameleonError error ? error.code() : null;
    }
}
