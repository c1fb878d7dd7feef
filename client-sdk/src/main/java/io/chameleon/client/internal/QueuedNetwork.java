package io.chameleon.client.internal;

import io.chameleon.transport.Endpoint;
import io.chameleon.transport.Message;
import io.chameleon.transport.RpcClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A network with a bound on the calls under way. The others wait, in their order; their timeouts begin when their turn comes. */
public final class QueuedNetwork implements RpcClient {
    private final RpcClient network;
    private final Window window;

    public QueuedNetwork(RpcClient network, int mostCalls) {
        this.network = network;
        this.window = new Window(mostCalls);
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        CompletableFuture<Void> turn = window.enter(1);
        CompletableFuture<Message> answer = new CompletableFuture<>();
        var unusedCancelling = answer.whenComplete((message, failure) -> turn.cancel(false));
        var unused = turn.whenComplete((granted, gaveUp) -> {
            if (gaveUp != null) {
                request.release();
                answer.completeExceptionally(gaveUp);
            } else {
                send(endpoint, request, timeout, answer);
            }
        });
        return answer;
    }

    private void send(Endpoint endpoint, Message request, Duration timeout, CompletableFuture<Message> answer) {
        CompletableFuture<Message> sent = Scope.started(() -> network.call(endpoint, request, timeout));
        var unusedCancelling = answer.whenComplete((message, failure) -> {
            if (answer.isCancelled()) {
                sent.cancel(false);
            }
        });
        var unused = sent.whenComplete((message, failure) -> {
            window.leave(1);
            if (failure != null) {
                answer.completeExceptionally(failure);
            } else if (!answer.complete(message)) {
                message.release();
            }
        });
    }

    @Override
    public long nanoTime() {
        return network.nanoTime();
    }

    /** The network stays its owner's to close. */
    @Override
    public void close() {}
}
