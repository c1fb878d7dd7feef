package io.chameleon.metadata;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.QuotaTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.transport.CallContext;
import io.chameleon.transport.FairPlaces;
import io.chameleon.transport.MappingWire;
import io.chameleon.transport.Message;
import io.chameleon.transport.MessageType;
import io.chameleon.transport.NotExecutedError;
import io.chameleon.transport.RpcHandler;
import io.chameleon.transport.Wire;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.LookupRequest;
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

/**
 * Answers the metadata requests of the wire protocol. Commits go to the {@link CommitBatcher}, look-ups to the {@link LookupBatcher};
 * every other request waits for one of a few threads that use the database. A request whose deadline passes while it waits is dropped.
 *
 * <p>Errors: {@code INVALID_REQUEST} for what makes no sense, {@code OVERLOADED} when too many requests wait, {@code
 * DEADLINE_EXCEEDED}, and what the tables throw.
 */
public final class MetadataEndpoint implements RpcHandler, AutoCloseable {
    private final Requests requests;
    private final BucketAccess access;
    private final CommitBatcher commits;
    private final LookupBatcher lookups;
    private final FairPlaces places;
    private final LongSupplier nanoTime;
    private final MetadataMetrics metrics;
    private final ExecutorService threads;
    /** Reads wait for nothing but reads. */
    private final ExecutorService lookupThreads;

    /**
     * @param maxInFlight requests in work or waiting, commits apart
     * @param workers requests that may use the database at a time, commits apart, and look-ups, which have two more
     * @param nanoTime the ticker of the deadlines
     */
    public MetadataEndpoint(
            MappingTable mapping,
            RemapTable remaps,
            GarbageTable garbage,
            RepairTable repairs,
            GrantTable grants,
            QuotaTable quotas,
            ClusterViews clusterView,
            CommitBatcher commits,
            int maxInFlight,
            int workers,
            LongSupplier nanoTime,
            MetadataMetrics metrics) {
        this(
                mapping,
                remaps,
                garbage,
                repairs,
                grants,
                quotas,
                clusterView,
                commits,
                maxInFlight,
                workers,
                nanoTime,
                metrics,
                Thread.ofPlatform().daemon().name("metadata-", 0).factory());
    }

    /** @param threads of the workers; a simulation schedules them by itself */
    public MetadataEndpoint(
            MappingTable mapping,
            RemapTable remaps,
            GarbageTable garbage,
            RepairTable repairs,
            GrantTable grants,
            QuotaTable quotas,
            ClusterViews clusterView,
            CommitBatcher commits,
            int maxInFlight,
            int workers,
            LongSupplier nanoTime,
            MetadataMetrics metrics,
            ThreadFactory threads) {
        this.access = new BucketAccess(grants, nanoTime);
        this.requests = new Requests(
                mapping,
                remaps,
                garbage,
                new RepairRequests(repairs, clusterView),
                new GrantRequests(grants, access),
                new QuotaRequests(quotas),
                clusterView);
        this.commits = commits;
        this.places = new FairPlaces(maxInFlight);
        this.threads = Executors.newFixedThreadPool(workers, threads);
        this.nanoTime = nanoTime;
        this.metrics = metrics;
        this.lookupThreads = Executors.newFixedThreadPool(LookupBatcher.AT_A_TIME, threads);
        this.lookups = new LookupBatcher(mapping::lookup, lookupThreads, maxInFlight, nanoTime, metrics);
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
        // Not the stage that this makes: a cancellation must reach the answer itself.
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
        return inTurn(MessageType.COMMIT, context, () -> () -> {
                    access.requireCommit(context.principal(), commit);
                    return commit;
                })
                .thenCompose(allowed -> submit(allowed, context));
    }

    private CompletableFuture<Message> submit(Commit commit, CallContext context) {
        return answer(
                commits.submit(commit, context.deadlineNanos()),
                done -> Message.of(MessageType.COMMIT, MappingWire.pack(done)));
    }

    /** Cancelling the answer spares the work, if nobody has begun it. */
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
                ? onWorker(
                                lookupThreads,
                                MessageType.LOOKUP,
                                context,
                                () -> () -> allowed(request, context, id),
                                () -> {})
                        .thenCompose(allowed -> lookups.submit(allowed, context.deadlineNanos()))
                : lookups.submit(id, context.deadlineNanos());
        CompletableFuture<Lookup> unused = found.whenComplete((lookup, failure) -> places.release(context));
        return answer(found, lookup -> Message.of(MessageType.LOOKUP, MappingWire.pack(lookup)));
    }

    private ObjectId allowed(Message request, CallContext context, ObjectId id) {
        access.require(context.principal(), request);
        return id;
    }

    private CompletableFuture<Message> call(Message request, CallContext context) {
        return inTurn(request.type(), context, () -> {
            Supplier<MessageLite> call = requests.call(request, context.principal());
            return () -> {
                access.require(context.principal(), request);
                return Message.of(request.type(), call.get());
            };
        });
    }

    /** @param work what makes no sense is told by the first part, at once; the second may use the database */
    private <T> CompletableFuture<T> inTurn(MessageType type, CallContext context, Supplier<Supplier<T>> work) {
        if (!places.tryAcquire(context)) {
            return CompletableFuture.failedFuture(tooMany());
        }
        return onWorker(threads, type, context, work, () -> places.release(context));
    }

    /** @param after runs in any case, when nothing of the work is left to do */
    private <T> CompletableFuture<T> onWorker(
            Executor workers, MessageType type, CallContext context, Supplier<Supplier<T>> work, Runnable after) {
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

    private <T> T done(MessageType type, CallContext context, Supplier<Supplier<T>> work, CompletableFuture<T> answer) {
        // Cancelled, or the time was over when its turn came.
        if (answer.isDone() || context.isExpired(nanoTime.getAsLong())) {
            throw deadlineExceeded(type);
        }
        return work.get().get();
    }

    private static ChameleonError tooMany() {
        return new ChameleonError(ErrorCode.OVERLOADED, "too many requests are waiting already");
    }

    private static ChameleonError deadlineExceeded(MessageType type) {
        return new ChameleonError(ErrorCode.DEADLINE_EXCEEDED, type + ": not begun before the deadline");
    }

    /**
     * Takes no more, and returns when all that was taken is answered, commits apart: at the latest when the deadlines of what waits
     * are over and the calls under way have ended.
     */
    @Override
    public void close() {
        lookupThreads.close();
        threads.close();
    }
}
