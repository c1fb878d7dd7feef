package io.chameleon.client.fake;

import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A network behind an uplink that takes one payload after the other; a call's timeout begins when its payload has left,
 * as it must.
 */
public final class SlowLink implements RpcClient {
    private static final long MILLIS_PER_PAYLOAD = 10;

    private final RpcClient network;
    private final ScheduledExecutorService uplink = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong lastMillis = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong most = new AtomicLong();

    SlowLink(RpcClient network) {
        this.network = network;
    }

    /** The most bytes that waited to be sent or answered at a time. */
    public long mostBytes() {
        return most.get();
    }

    @Override
    public CompletableFuture<Message> call(Endpoint endpoint, Message request, Duration timeout) {
        int payload = request.payload().readableBytes();
        if (payload == 0) {
            return network.call(endpoint, request, timeout);
        }
        most.accumulateAndGet(bytes.addAndGet(payload), Math::max);
        long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        long leaves = lastMillis.updateAndGet(last -> Math.max(last, now) + MILLIS_PER_PAYLOAD);
        CompletableFuture<Message> answer = new CompletableFuture<>();
        var unused = uplink.schedule(
                () -> {
                    var unusedToo = network.call(endpoint, request, timeout)
                            .whenComplete((message, failure) -> answered(payload, message, failure, answer));
                },
                leaves - now,
                TimeUnit.MILLISECONDS);
        return answer;
    }

    private void answered(
            int payload, @Nullable Message message, @Nullable Throwable failure, CompletableFuture<Message> answer) {
        bytes.addAndGet(-payload);
        if (message != null) {
            answer.complete(message);
        } else {
            answer.completeExceptionally(Objects.requireNonNull(failure));
        }
    }

    @Override
    public void close() {
        uplink.shutdownNow();
    }
}
