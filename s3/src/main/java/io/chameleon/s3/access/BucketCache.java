package io.chameleon.s3.access;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.core.bucket.BucketInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of recent requests. What another process changes about a bucket counts here when the entry has expired;
 * what this one changes counts at once.
 */
public final class BucketCache {
    private static final int MOST = 10_000;

    private final Recent<BucketInfo> recent;

    /** @param lifetime of an entry; 0 remembers nothing */
    public BucketCache(AsyncChameleonClient client, Duration lifetime, LongSupplier ticker) {
        recent = new Recent<>(client::bucket, MOST, lifetime, ticker);
    }

    /** Fails with a {@link io.chameleon.client.error.BucketNotFoundException}, which is not remembered. */
    public CompletableFuture<BucketInfo> find(String name) {
        return recent.find(name);
    }

    /** What a request has found lately; null if none has. */
    public @Nullable BucketInfo known(String name) {
        return recent.known(name);
    }

    /** After a change, and when the store no longer knows the bucket. */
    public void forget(String name) {
        recent.forget(name);
    }
}
