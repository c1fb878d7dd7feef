package io.chameleon.s3.bucket;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads and changes what is set on a bucket. */
public final class BucketSettings {
    private final AsyncChameleonClient client;
    private final BucketCache cache;

    public BucketSettings(AsyncChameleonClient client, BucketCache cache) {
        this.client = client;
        this.cache = cache;
    }

    /** Sets one setting; null removes it. */
    CompletableFuture<?> set(Call call, String setting, @Nullable String value) {
        return client.configureBucket(call.bucket(), Collections.singletonMap(setting, value))
                .whenComplete((done, failure) -> cache.forget(call.bucket()));
    }

    /**
     * What is set on the bucket that a request names.
     *
     * @param otherwise answers that it is not set
     */
    static String required(Call call, String setting, S3Error otherwise) {
        String value = call.existing().settings().get(setting);
        if (value == null) {
            throw new S3Exception(otherwise).with("BucketName", call.bucket());
        }
        return value;
    }
}
