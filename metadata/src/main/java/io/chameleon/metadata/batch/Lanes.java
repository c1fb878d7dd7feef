package io.chameleon.metadata.batch;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.metadata.routing.BucketDirectory;
import io.chameleon.metadata.routing.BucketPlace;
import io.chameleon.metadata.routing.Databases;
import io.chameleon.transport.rpc.NotExecutedError;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A lane for each database, so that a request waits only for those of its own database. To find out which that is, a
 * request for a bucket that this process has not met waits for a thread.
 *
 * @param lanes by the database's number
 * @param bucket that a request is about
 * @param find a bucket's place, if that is not known; may wait for a database
 * @param workers may wait for a database
 * @param names of requests and answers about a sliced bucket
 */
public record Lanes<Q, A>(
        List<Lane<Q, A>> lanes,
        Function<Q, String> bucket,
        BucketDirectory directory,
        Function<String, BucketPlace> find,
        Executor workers,
        Names<Q, A> names)
        implements Lane<Q, A> {
    /**
     * Names in a sliced bucket.
     *
     * @param stored a request under the name of its object's slice; may throw a {@code ChameleonError}
     * @param whole an answer to it under the name of the bucket
     */
    public record Names<Q, A>(UnaryOperator<Q> stored, UnaryOperator<A> whole) {}

    /** The lane itself if there is only one. */
    public static <Q, A> Lane<Q, A> of(
            List<Lane<Q, A>> lanes,
            Function<Q, String> bucket,
            BucketDirectory directory,
            Function<String, BucketPlace> find,
            Executor workers,
            Names<Q, A> names) {
        return lanes.size() == 1 ? lanes.getFirst() : new Lanes<>(lanes, bucket, directory, find, workers, names);
    }

    @Override
    public CompletableFuture<A> submit(Q request, long deadlineNanos) {
        String name = bucket.apply(request);
        BucketPlace known = directory.known(name);
        if (known != null) {
            return at(known, request, deadlineNanos);
        }
        try {
            return CompletableFuture.supplyAsync(() -> find.apply(name), workers)
                    .thenCompose(place -> at(place, request, deadlineNanos));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new NotExecutedError("the metadata service is closing", e));
        }
    }

    private CompletableFuture<A> at(BucketPlace place, Q request, long deadlineNanos) {
        if (place.sliced()) {
            try {
                return submit(names.stored.apply(request), deadlineNanos).thenApply(names.whole);
            } catch (ChameleonError e) {
                return CompletableFuture.failedFuture(e);
            }
        }
        return place.number() < lanes.size()
                ? lanes.get(place.number()).submit(request, deadlineNanos)
                : CompletableFuture.failedFuture(Databases.untold(bucket.apply(request), place.number()));
    }
}
