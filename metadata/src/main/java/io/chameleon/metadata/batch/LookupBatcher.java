package io.chameleon.metadata.batch;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.transport.rpc.NotExecutedError;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Groups lookups that arrive while others are in progress into one statement, so that they share its round trip. No
 * lookup waits for a batch to fill. Each is answered by a statement that began after it arrived, so reads stay
 * linearizable.
 *
 * <p>Errors: {@code OVERLOADED} when the queue is full; {@code DEADLINE_EXCEEDED} for a lookup whose deadline passed
 * before its turn came. If the database is unreachable the whole batch fails with {@code UNAVAILABLE}; after any other
 * failure each lookup is tried alone. On close, workers answer waiting lookups before they end; later ones fail as not
 * executed.
 */
public final class LookupBatcher implements Lane<ObjectId, Lookup> {
    /** Concurrent statements: one may be in progress while the answers of another are sent. */
    public static final int AT_A_TIME = 2;

    private static final int MAX_BATCH = 128;

    private final Function<List<ObjectId>, List<Lookup>> statement;
    private final Executor workers;
    private final int capacity;
    private final LongSupplier nanoTime;
    private final MetadataMetrics metrics;

    private final Queue<Waiting<ObjectId, Lookup>> queue = new ArrayDeque<>();
    private int turns;
    /** Ends the last turn, however many lookups keep arriving. */
    private boolean closing;

    /**
     * @param statement {@link io.chameleon.core.mapping.table.MappingTable#lookup(List)}
     * @param workers may wait for the database
     * @param capacity waiting lookups, cancelled ones included
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

    @Override
    public CompletableFuture<Lookup> submit(ObjectId id, long deadlineNanos) {
        Waiting<ObjectId, Lookup> waiting = new Waiting<>(id, deadlineNanos);
        boolean begins;
        synchronized (this) {
            if (closing) {
                return CompletableFuture.failedFuture(notExecuted());
            }
            if (queue.size() >= capacity) {
                return CompletableFuture.failedFuture(
                        new ChameleonError(ErrorCode.OVERLOADED, capacity + " look-ups are waiting already"));
            }
            queue.add(waiting);
            begins = turns < AT_A_TIME;
            turns += begins ? 1 : 0;
        }
        if (begins && !handOn()) {
            refused().forEach(lookup -> lookup.answer().completeExceptionally(notExecuted()));
        }
        return waiting.answer();
    }

    /** Whether the workers accepted a turn; they do not once they are closing. */
    private boolean handOn() {
        try {
            workers.execute(this::turn);
            return true;
        } catch (RejectedExecutionException e) {
            synchronized (this) {
                closing = true;
            }
            return false;
        }
    }

    private static NotExecutedError notExecuted() {
        return new NotExecutedError("the metadata service is closing");
    }

    /** The lookups of a turn that the workers did not accept; empty if another turn is left to answer them. */
    private synchronized List<Waiting<ObjectId, Lookup>> refused() {
        turns--;
        return turns > 0 ? List.of() : Waiting.take(queue, queue.size());
    }

    /**
     * One batch. Lookups that arrive meanwhile wait their turn among the other requests, or come next at once if the
     * workers are closing.
     */
    private void turn() {
        do {
            List<Waiting<ObjectId, Lookup>> batch = take();
            if (batch.isEmpty()) {
                return;
            }
            List<Waiting<ObjectId, Lookup>> due = Waiting.due(batch, nanoTime, "LOOKUP: not begun before the deadline");
            if (!due.isEmpty()) {
                metrics.lookups(due.size());
                Waiting.answerAll(due, statement);
            }
        } while (!handOn());
    }

    /** All waiting lookups, up to the maximum; if there are none, the turn ends. */
    private synchronized List<Waiting<ObjectId, Lookup>> take() {
        List<Waiting<ObjectId, Lookup>> batch = Waiting.take(queue, MAX_BATCH);
        turns -= batch.isEmpty() ? 1 : 0;
        return batch;
    }
}
