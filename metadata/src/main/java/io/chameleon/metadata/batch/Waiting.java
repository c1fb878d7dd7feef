package io.chameleon.metadata.batch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A queued request, to be answered by one call together with its neighbours. */
record Waiting<Q, A>(Q request, long deadlineNanos, CompletableFuture<A> answer) {
    Waiting(Q request, long deadlineNanos) {
        this(request, deadlineNanos, new CompletableFuture<>());
    }

    /** The oldest of the queue, at most {@code max}. The caller holds its lock. */
    static <Q, A> List<Waiting<Q, A>> take(Queue<Waiting<Q, A>> queue, int max) {
        List<Waiting<Q, A>> batch = new ArrayList<>(Math.min(queue.size(), max));
        while (batch.size() < max && !queue.isEmpty()) {
            batch.add(queue.remove());
        }
        return batch;
    }

    /**
     * Those of the batch whose callers still wait. If a deadline has passed, the answer is {@code DEADLINE_EXCEEDED},
     * with this message.
     */
    static <Q, A> List<Waiting<Q, A>> due(List<Waiting<Q, A>> batch, LongSupplier nanoTime, String tooLate) {
        return batch.stream()
                .filter(waiting -> waiting.isDue(nanoTime.getAsLong(), tooLate))
                .toList();
    }

    private boolean isDue(long nowNanos, String tooLate) {
        if (nowNanos - deadlineNanos >= 0) {
            answer.completeExceptionally(new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, tooLate));
        }
        return !answer.isDone();
    }

    /**
     * Answers each. If the database is unreachable ({@code UNAVAILABLE}) all fail at once. After any other failure each
     * is tried alone, so a poisoned request fails only itself.
     *
     * @param call gives an answer for each request, in their order
     */
    static <Q, A> void answerAll(List<Waiting<Q, A>> batch, Function<List<Q>, List<A>> call) {
        try {
            List<A> answers = call.apply(batch.stream().map(Waiting::request).toList());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).answer.complete(answers.get(i));
            }
        } catch (RuntimeException | Error e) {
            boolean away = e instanceof ChameleonError error && error.code() == ErrorCode.UNAVAILABLE;
            if (away || batch.size() == 1) {
                batch.forEach(waiting -> waiting.answer.completeExceptionally(e));
            } else {
                batch.forEach(waiting -> answerAll(List.of(waiting), call));
            }
        }
    }
}
