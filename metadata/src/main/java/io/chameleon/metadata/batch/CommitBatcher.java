package io.chameleon.metadata.batch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.transport.rpc.NotExecutedError;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Groups commits that arrive together into one transaction, so that they share its round trips and its sync. A few
 * committers take all queued commits, up to a maximum, without waiting for a batch to fill. Under load, batches grow
 * while the committers are busy.
 *
 * <p>Commits of one object in one batch are applied in the order of arrival. A commit is answered after its transaction
 * has ended.
 *
 * <p>Errors: {@code OVERLOADED} when the queue is full; {@code DEADLINE_EXCEEDED} for a commit whose deadline passed
 * before a committer took it. If the database is unreachable the whole batch fails with {@code UNAVAILABLE}. After any
 * other failure each commit is tried alone, so a poisoned commit fails only itself.
 */
public final class CommitBatcher implements Lane<Commit, CommitResult>, AutoCloseable {
    private final Function<List<Commit>, List<CommitResult>> transaction;
    private final int maxBatch;
    private final int capacity;
    private final LongSupplier nanoTime;
    private final MetadataMetrics metrics;
    private final List<Thread> committers;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Queue<Waiting<Commit, CommitResult>> queue = new ArrayDeque<>();
    private boolean closing;

    /**
     * With platform threads as committers: they mostly wait for the database, and each wait of a virtual thread takes a
     * detour through the poller and the scheduler.
     *
     * @param transaction {@link io.chameleon.core.mapping.table.MappingTable#commit}
     * @param nanoTime the ticker of the deadlines
     */
    public CommitBatcher(
            Function<List<Commit>, List<CommitResult>> transaction,
            int committers,
            int maxBatch,
            int capacity,
            LongSupplier nanoTime,
            MetadataMetrics metrics) {
        this(
                transaction,
                committers,
                maxBatch,
                capacity,
                nanoTime,
                metrics,
                Thread.ofPlatform().daemon().name("committer-", 0).factory());
    }

    /** @param threads of the committers; a simulation schedules them itself */
    public CommitBatcher(
            Function<List<Commit>, List<CommitResult>> transaction,
            int committers,
            int maxBatch,
            int capacity,
            LongSupplier nanoTime,
            MetadataMetrics metrics,
            ThreadFactory threads) {
        this.transaction = transaction;
        this.maxBatch = maxBatch;
        this.capacity = capacity;
        this.nanoTime = nanoTime;
        this.metrics = metrics;
        this.committers = IntStream.range(0, committers)
                .mapToObj(i -> threads.newThread(this::commitUntilClosed))
                .toList();
        this.committers.forEach(Thread::start);
    }

    @Override
    public CompletableFuture<CommitResult> submit(Commit commit, long deadlineNanos) {
        Waiting<Commit, CommitResult> waiting = new Waiting<>(commit, deadlineNanos);
        lock.lock();
        try {
            if (closing) {
                waiting.answer().completeExceptionally(new NotExecutedError("the metadata service is closing"));
            } else if (queue.size() >= capacity) {
                waiting.answer()
                        .completeExceptionally(
                                new ChameleonError(ErrorCode.OVERLOADED, capacity + " commits are waiting already"));
            } else {
                queue.add(waiting);
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
        return waiting.answer();
    }

    private void commitUntilClosed() {
        for (List<Waiting<Commit, CommitResult>> batch = take(); !batch.isEmpty(); batch = take()) {
            List<Waiting<Commit, CommitResult>> due = Waiting.due(batch, nanoTime, "not committed before the deadline");
            if (!due.isEmpty()) {
                Waiting.answerAll(due, this::commit);
            }
        }
    }

    /** All queued commits, up to the maximum; empty once closed and drained. */
    private List<Waiting<Commit, CommitResult>> take() {
        lock.lock();
        try {
            while (queue.isEmpty() && !closing) {
                arrived.awaitUninterruptibly();
            }
            return Waiting.take(queue, maxBatch);
        } finally {
            lock.unlock();
        }
    }

    private List<CommitResult> commit(List<Commit> batch) {
        metrics.batch(batch.size());
        List<CommitResult> results = transaction.apply(batch);
        results.forEach(result -> metrics.committed(result.status()));
        return results;
    }

    /** Accepts no more, and returns when all accepted commits are answered. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        for (Thread committer : committers) {
            joinUninterruptibly(committer);
        }
    }

    private static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true; // the answers are still owed
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
