package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.Lane;
import io.chameleon.metadata.batch.Lanes;
import io.chameleon.metadata.batch.LookupBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.NotExecutedError;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.server.FairPlaces;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.LookupRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Answers the metadata requests of the wire protocol. Commits go to a {@link CommitBatcher}, lookups to a
 * {@link LookupBatcher}; every other request waits for one of a few threads that use the database. A request whose
 * deadline passes while it waits is dropped.
 *
 * <p>Errors: {@code INVALID_REQUEST} for an invalid request, {@code OVERLOADED} when too many requests wait,
 * {@code DEADLINE_EXCEEDED}, and what the tables throw.
 */
public final class MetadataEndpoint implements RpcHandler, AutoCloseable {
    private final Requests requests;
    private final BucketAccess access;
    private final Lane<Commit, CommitResult> commits;
    private final Lane<ObjectId, Lookup> lookups;
    private final FairPlaces places;
    private final LongSupplier nanoTime;
    private final MetadataMetrics metrics;
    private final NextWrites next;
    private final ExecutorService threads;
    /** Reads wait only for reads. */
    private final ExecutorService lookupThreads;

    /** With rows as they are. */
    public MetadataEndpoint(
            MetadataTables tables,
            ClusterViews clusterView,
            Lane<Commit, CommitResult> commits,
            int maxInFlight,
            int workers,
            LongSupplier nanoTime,
            MetadataMetrics metrics) {
        this(tables, clusterView, commits, maxInFlight, workers, nanoTime, metrics, NextWrites.UNCHANGED);
    }

    /**
     * @param maxInFlight requests in progress or waiting, without commits
     * @param workers requests that may use the database at a time, without commits and lookups, which have two more
     * @param nanoTime the ticker of the deadlines
     * @param next rows as their next writers should see them
     */
    public MetadataEndpoint(
            MetadataTables tables,
            ClusterViews clusterView,
            Lane<Commit, CommitResult> commits,
            int maxInFlight,
            int workers,
            LongSupplier nanoTime,
            MetadataMetrics metrics,
            NextWrites next) {
        this(
                tables,
                clusterView,
                commits,
                maxInFlight,
                workers,
                nanoTime,
                metrics,
                next,
                Thread.ofPlatform().daemon().name("metadata-", 0).factory());
    }

    /** @param threads of the workers; a simulation schedules them itself */
    public MetadataEndpoint(
            MetadataTables tables,
            ClusterViews clusterView,
            Lane<Commit, CommitResult> commits,
            int maxInFlight,
            int workers,
            LongSupplier nanoTime,
            MetadataMetrics metrics,
            NextWrites next,
            ThreadFactory threads) {
        this.access = new BucketAccess(tables.grants(), tables.buckets(), nanoTime);
        this.requests = new Requests(tables, access, clusterView);
        this.commits = commits;
        this.places = new FairPlaces(maxInFlight);
        this.threads = Executors.newFixedThreadPool(workers, threads);
        this.nanoTime = nanoTime;
        this.metrics = metrics;
        this.next = next;
        this.lookupThreads = Executors.newFixedThreadPool(
                LookupBatcher.AT_A_TIME * tables.lookups().tables().size(), threads);
        this.lookups = lookups(tables.lookups(), maxInFlight);
    }

    private Lane<ObjectId, Lookup> lookups(LookupTables source, int capacity) {
        List<Lane<ObjectId, Lookup>> lanes = IntStream.range(0, source.tables().size())
                .<Lane<ObjectId, Lookup>>mapToObj(number ->
                        new LookupBatcher(source.statement(number), lookupThreads, capacity, nanoTime, metrics))
                .toList();
        return Lanes.of(lanes, ObjectId::bucket, source.directory(), source.directory()::find, lookupThreads);
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        long begin = nanoTime.getAsLong();
        MessageType type = request.type();
        CompletableFuture<Message> answer = switch (type) {
            case COMMIT -> commit(request.header(CommitRequest.class), context);
            case LOOKUP -> lookup(request, context);
            default -> call(request, context);
        };
        // Not the stage that this creates: a cancellation must reach the answer itself.
        CompletableFuture<Message> unused = answer.whenComplete(
                (message, failure) -> metrics.answered(type, failure, nanoTime.getAsLong() - begin));
        return answer;
    }

    private CompletableFuture<Message> commit(CommitRequest request, CallContext context) {
        Commit commit;
        try {
            commit = MappingWire.unpack(request);
        } catch (ChameleonError e) {
            return CompletableFuture.failedFuture(e);
        }
        if (!BucketAccess.concerns(context.principal())) {
            return submit(commit, context);
        }
        return inTurn(MessageType.COMMIT, context, () -> {
                    access.requireCommit(context.principal(), commit);
                    return commit;
                })
                .thenCompose(allowed -> submit(allowed, context));
    }

    private CompletableFuture<Message> submit(Commit commit, CallContext context) {
        return answer(
                commits.submit(commit, context.deadlineNanos()),
                done -> Message.of(MessageType.COMMIT, MappingWire.pack(shown(done))));
    }

    private CommitResult shown(CommitResult done) {
        ObjectMapping row = done.current();
        return row == null ? done : new CommitResult(done.status(), next.shown(row, done.schemes()));
    }

    private Lookup shown(Lookup found) {
        ObjectMapping row = found.mapping();
        return row == null ? found : found.with(next.shown(row, found.schemes()));
    }

    /** Cancelling the answer cancels the work, if it has not begun. */
    private static <T> CompletableFuture<Message> answer(CompletableFuture<T> result, Function<T, Message> pack) {
        CompletableFuture<Message> answer = result.thenApply(pack);
        CompletableFuture<Message> unused = answer.whenComplete((message, failure) -> {
            if (answer.isCancelled()) {
                result.cancel(false);
            }
        });
        return answer;
    }

    private CompletableFuture<Message> lookup(Message request, CallContext context) {
        ObjectId id;
        try {
            id = Wire.unpack(request.header(LookupRequest.class).getId());
        } catch (ChameleonError e) {
            return CompletableFuture.failedFuture(e);
        }
        if (!places.tryAcquire(context)) {
            return CompletableFuture.failedFuture(tooMany());
        }
        CompletableFuture<Lookup> found = BucketAccess.concerns(context.principal())
                ? onWorker(lookupThreads, MessageType.LOOKUP, context, () -> allowed(request, context, id), () -> {})
                        .thenCompose(allowed -> lookups.submit(allowed, context.deadlineNanos()))
                : lookups.submit(id, context.deadlineNanos());
        CompletableFuture<Lookup> unused = found.whenComplete((lookup, failure) -> places.release(context));
        return answer(found, lookup -> Message.of(MessageType.LOOKUP, MappingWire.pack(shown(lookup))));
    }

    private ObjectId allowed(Message request, CallContext context, ObjectId id) {
        access.require(context.principal(), request);
        return id;
    }

    private CompletableFuture<Message> call(Message request, CallContext context) {
        return inTurn(request.type(), context, () -> {
            PreparedCall call = requests.call(request, context.principal());
            access.require(context.principal(), request);
            return Message.of(request.type(), call.run());
        });
    }

    /** @param work may use the database */
    private <T> CompletableFuture<T> inTurn(MessageType type, CallContext context, Supplier<T> work) {
        if (!places.tryAcquire(context)) {
            return CompletableFuture.failedFuture(tooMany());
        }
        return onWorker(threads, type, context, work, () -> places.release(context));
    }

    /** @param after runs in any case, when the work has ended */
    private <T> CompletableFuture<T> onWorker(
            Executor workers, MessageType type, CallContext context, Supplier<T> work, Runnable after) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            workers.execute(() -> {
                try {
                    answer.complete(done(type, context, work, answer));
                } catch (Throwable e) {
                    answer.completeExceptionally(e);
                } finally {
                    after.run();
                }
            });
        } catch (RejectedExecutionException e) {
            after.run();
            answer.completeExceptionally(new NotExecutedError("the metadata service is closing", e));
        }
        return answer;
    }

    private <T> T done(MessageType type, CallContext context, Supplier<T> work, CompletableFuture<T> answer) {
        // Cancelled, or its deadline passed before its turn.
        if (answer.isDone() || context.isExpired(nanoTime.getAsLong())) {
            throw deadlineExceeded(type);
        }
        return work.get();
    }

    private static ChameleonError tooMany() {
        return new ChameleonError(ErrorCode.OVERLOADED, "too many requests are waiting already");
    }

    private static ChameleonError deadlineExceeded(MessageType type) {
        return new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, type + ": not begun before the deadline");
    }

    /**
     * Accepts no more, and returns when all accepted requests except commits are answered: at the latest when the
     * deadlines of waiting ones have passed and running calls have ended.
     */
    @Override
    public void close() {
        lookupThreads.close();
        threads.close();
    }
}
