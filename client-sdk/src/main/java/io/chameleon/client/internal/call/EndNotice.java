package io.chameleon.client.internal.call;

import io.chameleon.client.error.Errors;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.listen.OperationEnd;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells the listener of an operation, once, of its end: what it has moved by then, and its failure. */
record EndNotice(
        Operations.Shared shared,
        Consumer<OperationEnd> listener,
        Operation operation,
        String bucket,
        Meter meter,
        CompletableFuture<Optional<Throwable>> end,
        long began,
        AtomicBoolean told)
        implements Runnable {

    /** Of an operation that begins. Does nothing if nobody follows it. */
    static Runnable of(
            Operations.Shared shared, Operation operation, String bucket, Meter meter, CompletableFuture<?> answer) {
        Consumer<OperationEnd> listener = shared.ends().began(operation, bucket);
        if (listener == null) {
            return () -> {};
        }
        long began = shared.ticker().getAsLong();
        // Not the answer itself: a stream that its caller has forgotten would be kept by it.
        CompletableFuture<Optional<Throwable>> end =
                answer.handle((value, failure) -> Optional.ofNullable(failure).map(EndNotice::shown));
        return new EndNotice(shared, listener, operation, bucket, meter, end, began, new AtomicBoolean());
    }

    @Override
    public void run() {
        if (told.compareAndSet(false, true)) {
            Duration latency = Duration.ofNanos(shared.ticker().getAsLong() - began);
            var unused = end.thenAccept(failure -> shared.ends()
                    .ended(
                            listener,
                            new OperationEnd(
                                    operation,
                                    bucket,
                                    latency,
                                    meter.bytesSent(),
                                    meter.bytesReceived(),
                                    meter.retries(),
                                    failure)));
        }
    }

    private static Throwable shown(Throwable failure) {
        return failure instanceof CancellationException ? Errors.of(failure) : failure;
    }
}
