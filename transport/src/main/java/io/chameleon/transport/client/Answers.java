package io.chameleon.transport.client;

import io.chameleon.transport.protocol.Message;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Turns answers into the callers' types, without losing a payload or a cancellation on the way. */
final class Answers {
    private Answers() {}

    /** For answers that only confirm completion. */
    static CompletableFuture<Void> done(CompletableFuture<Message> source) {
        return map(source, answer -> null);
    }

    /** Unpacks the header. A payload is released; none of these answers has one. */
    static <T> CompletableFuture<T> map(CompletableFuture<Message> source, Function<Message, T> unpack) {
        return map(
                source,
                answer -> {
                    answer.release();
                    return unpack.apply(answer);
                },
                unused -> {});
    }

    /**
     * @param convert takes over the answer's payload, even if it throws
     * @param discard releases a result that arrives after the caller has cancelled
     */
    static <T> CompletableFuture<T> map(
            CompletableFuture<Message> source, Function<Message, T> convert, Consumer<T> discard) {
        CompletableFuture<T> result = new CompletableFuture<>();
        attach(source, result, answer -> {
            T value = convert.apply(answer);
            if (!result.complete(value)) {
                discard.accept(value);
            }
        });
        return result;
    }

    private static void attach(
            CompletableFuture<Message> source, CompletableFuture<?> result, Consumer<Message> onAnswer) {
        // Nothing waits on the dependent futures: they only carry actions.
        CompletableFuture<?> unusedCancelling = result.whenComplete((value, failure) -> {
            if (result.isCancelled()) {
                source.cancel(false);
            }
        });
        CompletableFuture<?> unusedCompleting = source.whenComplete((answer, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
                return;
            }
            try {
                onAnswer.accept(answer);
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
    }
}
