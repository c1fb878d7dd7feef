package io.chameleon.metadata.batch;

import io.chameleon.metadata.routing.BucketDirectory;
import io.chameleon.metadata.routing.Databases;
import io.chameleon.transport.rpc.NotExecutedError;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A lane for each database, so that a request waits only for those of its own database. To find out which that is, a
 * request for a bucket that this process has not met waits for a thread.
 *
 * @param lanes by the database's number
 * @param bucket that a request is about
 * @param find the number of a bucket's database, if that is not known; may wait for a database
 * @param workers may wait for a database
 */
public record Lanes<Q, A>(
        List<Lane<Q, A>> lanes,
        Function<Q, String> bucket,
        BucketDirectory directory,
        ToIntFunction<String> find,
        Executor workers)
        implements Lane<Q, A> {
    /** The lane itself if there is only one. */
    public static <Q, A> Lane<Q, A> of(
            List<Lane<Q, A>> lanes,
            Function<Q, String> bucket,
            BucketDirectory directory,
            ToIntFunction<String> find,
            Executor workers) {
        return lanes.size() == 1 ? lanes.getFirst() : new Lanes<>(lanes, bucket, directory, find, workers);
    }

    @Override
    public CompletableFuture<A> submit(Q request, long deadlineNanos) {
        String name = bucket.apply(request);
        int known = directory.known(name);
        if (known != BucketDirectory.UNKNOWN) {
            return numbered(known, name).submit(request, deadlineNanos);
        }
        try {
            return CompletableFuture.supplyAsync(() -> numbered(find.applyAsInt(name), name), workers)
                    .thenCompose(lane -> lane.submit(request, deadlineNanos));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new NotExecutedError("the metadata service is closing", e));
        }
    }

    private Lane<Q, A> numbered(int number, String name) {
        return number < lanes.size()
                ? lanes.get(number)
                : (request, deadline) -> CompletableFuture.failedFuture(Databases.untold(name, number));
    }
}
