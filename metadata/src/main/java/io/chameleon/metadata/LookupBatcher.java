package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Lookup;
import io.chameleon.transport.NotExecutedError;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Groups look-ups that arrive while others are under way into one statement, so that they share its round trip. Nobody waits for a
 * batch to fill. Each look-up is answered by a statement that began after it arrived, so reads stay linearizable.
 *
 * <p>Errors: {@code OVERLOADED} when the queue is full; {@code DEADLINE_EXCEEDED} for a look-up whose time was over before its turn came. Where the database is away the whole
 * batch fails with {@code UNAVAILABLE}; after any other failure each look-up is tried alone.
 */
public final class LookupBatcher {
    /** Statements at a time: one may be on its way while the answers of another are sent. */
    private static final int AT_A_TIME = 2;

    private static final int MAX_BATCH = 128;

    private final Function<List<ObjectId>, List<Lookup>> statement;
    private final Executor workers;
    private final int capacity;
    private final LongSupplier nanoTime;
    private final MetadataMetrics metrics;

    private final Queue<Waiting<ObjectId, Lookup>> queue = new ArrayDeque<>();
    private int turns;

    /**
     * @param statement {@link io.chameleon.core.mapping.MappingTable#lookup(List)}
     * @param workers may wait for the database
     * @param capacity look-ups that wait, those that were cancelled among them
     * @param nanoTime the ticker of the deadlines
     */
    public LookupBatcher(
            Function<List<ObjectId>, List<Lookup>> statement,
            Executor workers,
            int capacity,
            LongSupplier nanoTime,
            MetadataMetrics metrics) {
        this.statement = statement;
        this.workers = workers;
        this.capacity = capacity;
        this.nanoTime = nanoTime;
        this.metrics = metrics;
    }

    /** Never blocks. */
    public CompletableFuture<Lookup> submit(ObjectId id, long deadlineNanos) {
        Waiting<ObjectId, Lookup> waiting = new Waiting<>(id, deadlineNanos);
        boolean begins;
        synchronized (this) {
            if (queue.size() >= capacity) {
                return CompletableFuture.failedFuture(
                        new ChameleonError(ErrorCode.OVERLOADED, capacity + " look-ups are waiting already"));
            }
            queue.add(waiting);
            begins = turns < AT_A_TIME;
            turns += begins ? 1 : 0;
        }
        if (begins) {
            nextTurn();
        }
        return waiting.answer();
    }

    private void nextTurn() {
        try {
            workers.execute(this::turn);
        } catch (RejectedExecutionException e) {
            for (List<Waiting<ObjectId, Lookup>> batch = take(); !batch.isEmpty(); batch = take()) {
                batch.forEach(waiting -> waiting.answer()
                        .completeExceptionally(new NotExecutedError("the metadata service is closing", e)));
            }
        }
    }

    /** One batch; what came meanwhile waits its turn among the other requests. */
    private void turn() {
        List<Waiting<ObjectId, Lookup>> batch = take();
        if (batch.isEmpty()) {
            return;
        }
        List<Waiting<ObjectId, Lookup>> due = Waiting.due(batch, nanoTime, "LOOKUP: not begun before the deadline");
        if (!due.isEmpty()) {
            metrics.lookups(due.size());
            Waiting.answerAll(due, statement);
        }
        nextTurn();
    }

    /** All that waits, up to the maximum; with none the turn is over. */
    private synchronized List<Waiting<ObjectId, Lookup>> take() {
        List<Waiting<ObjectId, Lookup>> batch = Waiting.take(queue, MAX_BATCH);
        turns -= batch.isEmpty() ? 1 : 0;
        return batch;
    }
}
