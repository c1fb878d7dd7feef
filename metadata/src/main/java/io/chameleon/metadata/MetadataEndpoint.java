package io.chameleon.metadata;

import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.Lane;
import io.chameleon.metadata.batch.LookupBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.request.BucketAccess;
import io.chameleon.metadata.request.ClusterViews;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.metadata.request.PreparedCall;
import io.chameleon.metadata.request.Requests;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.RpcHandler;
import io.chameleon.transport.rpc.server.FairPlaces;
import io.chameleon.transport.wire.CommitRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongSupplier;

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
    private final CommitHandler commits;
    private final LookupHandler lookups;
    private final Workers workers;
    private final LongSupplier nanoTime;
    private final MetadataMetrics metrics;
    private final ExecutorService threads;

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
        this.nanoTime = nanoTime;
        this.metrics = metrics;
        this.threads = Executors.newFixedThreadPool(workers, threads);
        FairPlaces places = new FairPlaces(maxInFlight);
        this.workers = new Workers(this.threads, places, nanoTime);
        this.commits = new CommitHandler(access, commits, this.workers, next);
        this.lookups =
                new LookupHandler(tables.lookups(), access, places, maxInFlight, nanoTime, metrics, next, threads);
    }

    @Override
    public CompletionStage<Message> handle(Message request, CallContext context) {
        long begin = nanoTime.getAsLong();
        MessageType type = request.type();
        CompletableFuture<Message> answer = switch (type) {
            case COMMIT -> commits.handle(request.header(CommitRequest.class), context);
            case LOOKUP -> lookups.handle(request, context);
            default -> call(request, context);
        };
        // Not the stage that this creates: a cancellation must reach the answer itself.
        CompletableFuture<Message> unused = answer.whenComplete(
                (message, failure) -> metrics.answered(type, failure, nanoTime.getAsLong() - begin));
        return answer;
    }

    /** Cancelling the answer cancels the work, if it has not begun. */
    static <T> CompletableFuture<Message> answer(CompletableFuture<T> result, Function<T, Message> pack) {
        CompletableFuture<Message> answer = result.thenApply(pack);
        CompletableFuture<Message> unused = answer.whenComplete((message, failure) -> {
            if (answer.isCancelled()) {
                result.cancel(false);
            }
        });
        return answer;
    }

    private CompletableFuture<Message> call(Message request, CallContext context) {
        return workers.inTurn(request.type(), context, () -> {
            PreparedCall call = requests.call(request, context.principal());
            access.require(context.principal(), request);
            return Message.of(request.type(), call.run());
        });
    }

    /**
     * Accepts no more, and returns when all accepted requests except commits are answered: at the latest when the
     * deadlines of waiting ones have passed and running calls have ended.
     */
    @Override
    public void close() {
        lookups.close();
        threads.close();
    }
}
