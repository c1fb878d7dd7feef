package io.chameleon.s3.bucket;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.call.Router;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.TagSet;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What is set on a bucket: tags; and the answers about what no bucket has here. */
public final class BucketSettings {
    private static final String TAGS = "tags";

    /** What S3 answers about a setting that nobody made; for the others it has an empty document. */
    private static final Map<String, S3Error> ABSENT = Map.of(
            "encryption", S3Error.SERVER_SIDE_ENCRYPTION_CONFIGURATION_NOT_FOUND,
            "object-lock", S3Error.OBJECT_LOCK_CONFIGURATION_NOT_FOUND,
            "ownershipControls", S3Error.OWNERSHIP_CONTROLS_NOT_FOUND,
            "replication", S3Error.REPLICATION_CONFIGURATION_NOT_FOUND,
            "website", S3Error.NO_SUCH_WEBSITE_CONFIGURATION);

    private static final Map<String, String> EMPTY = Map.of(
            "accelerate", "AccelerateConfiguration",
            "logging", "BucketLoggingStatus",
            "notification", "NotificationConfiguration");

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

    public CompletableFuture<S3Response> tags(Call call) {
        String tags = call.existing().settings().get(TAGS);
        if (tags == null) {
            throw new S3Exception(S3Error.NO_SUCH_TAG_SET).with("BucketName", call.bucket());
        }
        return CompletableFuture.completedFuture(
                S3Response.xml(TagSet.parse(tags).document()));
    }

    public CompletableFuture<S3Response> putTags(Call call) {
        return Documents.read(call)
                .thenCompose(
                        document -> set(call, TAGS, TagSet.ofBucket(document).coded()))
                .thenApply(done -> S3Response.of(204));
    }

    public CompletableFuture<S3Response> deleteTags(Call call) {
        return set(call, TAGS, null).thenApply(done -> S3Response.of(204));
    }

    /** What no bucket has here is not there, or empty, in S3's words for each. */
    public CompletableFuture<S3Response> unset(Call call) {
        for (String name : Router.UNSET) {
            if (!call.query().has(name)) {
                continue;
            }
            S3Error absent = ABSENT.get(name);
            String root = EMPTY.get(name);
            if (absent != null) {
                throw new S3Exception(absent).with("BucketName", call.bucket());
            }
            if (root != null) {
                return CompletableFuture.completedFuture(
                        S3Response.xml(XmlWriter.document(root).end()));
            }
            if (name.equals("requestPayment")) {
                return CompletableFuture.completedFuture(
                        S3Response.xml(XmlWriter.document("RequestPaymentConfiguration")
                                .text("Payer", "BucketOwner")
                                .end()));
            }
        }
        throw new S3Exception(S3Error.NOT_IMPLEMENTED);
    }
}
