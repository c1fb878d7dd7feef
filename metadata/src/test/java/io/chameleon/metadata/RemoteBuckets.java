package io.chameleon.metadata;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The typed client as an implementation of the port. */
record RemoteBuckets(MetadataClient client) implements BucketTable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public BucketInfo create(String name, String owner, Map<String, String> settings) {
        return join(client.buckets().create(name, owner, settings, TIMEOUT));
    }

    @Override
    public void delete(String name) {
        join(client.buckets().delete(name, TIMEOUT));
    }

    @Override
    public @Nullable BucketInfo find(String name) {
        try {
            return join(client.buckets().find(name, TIMEOUT));
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.BUCKET_NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    @Override
    public List<BucketInfo> list(@Nullable String owner, String after, int limit) {
        return join(client.buckets().list(owner == null ? "" : owner, after, limit, TIMEOUT))
                .buckets();
    }

    @Override
    public List<BucketInfo> listAging(String after, int limit) {
        return join(client.buckets().aging(after, limit, TIMEOUT)).buckets();
    }

    @Override
    public List<BucketInfo> listWithSchemes(String after, int limit) {
        return join(client.buckets().withSchemes(after, limit, TIMEOUT)).buckets();
    }

    @Override
    public BucketInfo configure(String name, Map<String, @Nullable String> changes) {
        return join(client.buckets().configure(name, changes, TIMEOUT));
    }
}
