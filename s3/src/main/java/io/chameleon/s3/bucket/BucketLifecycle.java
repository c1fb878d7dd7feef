package io.chameleon.s3.bucket;

import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.lifecycle.LifecycleDocument;
import io.chameleon.s3.xml.XmlReader;
import java.util.concurrent.CompletableFuture;

/** The lifecycle rules of a bucket, which the balancer's leader carries out. */
public final class BucketLifecycle {
    private final BucketSettings settings;

    public BucketLifecycle(BucketSettings settings) {
        this.settings = settings;
    }

    public CompletableFuture<S3Response> get(Call call) {
        LifecycleRules rules = LifecycleRules.of(call.existing().settings());
        if (rules == null) {
            throw new S3Exception(S3Error.NO_SUCH_LIFECYCLE_CONFIGURATION).with("BucketName", call.bucket());
        }
        return CompletableFuture.completedFuture(S3Response.xml(LifecycleDocument.write(rules)));
    }

    public CompletableFuture<S3Response> put(Call call) {
        return Documents.read(call)
                .thenCompose(document -> settings.set(
                        call,
                        LifecycleRules.SETTING,
                        LifecycleDocument.parse(XmlReader.read(document)).text()))
                .thenApply(done -> S3Response.of(200));
    }

    public CompletableFuture<S3Response> delete(Call call) {
        return settings.set(call, LifecycleRules.SETTING, null).thenApply(done -> S3Response.of(204));
    }
}
