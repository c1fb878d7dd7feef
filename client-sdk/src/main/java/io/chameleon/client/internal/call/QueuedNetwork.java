package io.chameleon.client.internal.call;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A network with a bound on concurrent calls. Further calls wait in order; their timeouts begin when their turn comes.
 */
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

    /** The caller closes the network, which it owns. */
    @Override
    public void close() {}
}
