package io.chameleon.s3.bucket;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.UploadListing;
import io.chameleon.client.error.BucketNotEmptyException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.options.ListOptions;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.http.S3Response;
import java.util.concurrent.CompletableFuture;

/** DeleteBucket. To S3, a bucket without versions of objects is empty: its open multipart uploads are aborted. */
public final class DeleteBucket {
    private static final int PAGE = 100;

    private final AsyncChameleonClient client;
    private final BucketCache cache;

    public DeleteBucket(AsyncChameleonClient client, BucketCache cache) {
        this.client = client;
        this.cache = cache;
    }

    public CompletableFuture<S3Response> delete(Call call) {
        String name = call.bucket();
        return client.deleteBucket(name)
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof BucketNotEmptyException
                        ? withoutUploads(name, failure)
                        : CompletableFuture.failedFuture(failure))
                .whenComplete((done, failure) -> cache.forget(name))
                .thenApply(done -> S3Response.of(204));
    }

    private CompletableFuture<Void> withoutUploads(String bucket, Throwable notEmpty) {
        return client.versions()
                .list(bucket, ListOptions.ALL.withPageSize(1))
                .thenCompose(page -> page.versions().isEmpty()
                        ? abortAll(bucket).thenCompose(done -> client.deleteBucket(bucket))
                        : CompletableFuture.failedFuture(notEmpty));
    }

    private CompletableFuture<Void> abortAll(String bucket) {
        return client.uploads()
                .list(bucket, "", "", null, PAGE)
                .thenCompose(page -> abort(page)
                        .thenCompose(done -> page.more() ? abortAll(bucket) : CompletableFuture.completedFuture(null)));
    }

    private CompletableFuture<Void> abort(UploadListing page) {
        return CompletableFuture.allOf(page.uploads().stream()
                .map(upload -> client.uploads().abort(upload.bucket(), upload.key(), upload.id()))
                .toArray(CompletableFuture<?>[]::new));
    }
}
