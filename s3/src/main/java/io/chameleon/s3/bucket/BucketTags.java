package io.chameleon.s3.bucket;

import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.TagSet;
import java.util.concurrent.CompletableFuture;

/** A bucket's tags. */
public final class BucketTags {
    static final String TAGS = "tags";

    private final BucketSettings settings;

    public BucketTags(BucketSettings settings) {
        this.settings = settings;
    }

    public CompletableFuture<S3Response> tags(Call call) {
        String tags = BucketSettings.required(call, TAGS, S3Error.NO_SUCH_TAG_SET);
        return CompletableFuture.completedFuture(
                S3Response.xml(TagSet.parse(tags).document()));
    }

    public CompletableFuture<S3Response> put(Call call) {
        return Documents.read(call)
                .thenCompose(document -> {
                    TagSet tags = TagSet.ofBucket(document);
                    return settings.set(call, TAGS, tags.size() == 0 ? null : tags.coded());
                })
                .thenApply(done -> S3Response.of(204));
    }

    public CompletableFuture<S3Response> delete(Call call) {
        return settings.set(call, TAGS, null).thenApply(done -> S3Response.of(204));
    }
}
