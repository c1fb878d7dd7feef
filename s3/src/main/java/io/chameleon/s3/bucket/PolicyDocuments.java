package io.chameleon.s3.bucket;

import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.acl.PublicAccessBlock;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.policy.BucketPolicy;
import io.chameleon.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A bucket's policy: checked when it is set, kept as a text. */
public final class PolicyDocuments {
    private final BucketSettings settings;
    private final AccessControl access;

    public PolicyDocuments(BucketSettings settings, AccessControl access) {
        this.settings = settings;
        this.access = access;
    }

    public CompletableFuture<S3Response> policy(Call call) {
        return CompletableFuture.completedFuture(S3Response.of(200)
                .header("Content-Type", "application/json")
                .body(BucketSettings.required(call, AccessControl.POLICY, S3Error.NO_SUCH_BUCKET_POLICY)
                        .getBytes(StandardCharsets.UTF_8)));
    }

    public CompletableFuture<S3Response> put(Call call) {
        return Documents.read(call).thenCompose(document -> {
            BucketPolicy policy =
                    BucketPolicy.parse(call.bucket(), call.existing().owner(), document);
            if (policy.isPublic() && PublicAccessBlock.of(call.existing()).blocksPolicy()) {
                throw new S3Exception(S3Error.ACCESS_DENIED);
            }
            return settings.set(call, AccessControl.POLICY, new String(document, StandardCharsets.UTF_8))
                    .thenApply(done -> S3Response.of(204));
        });
    }

    public CompletableFuture<S3Response> delete(Call call) {
        return settings.set(call, AccessControl.POLICY, null).thenApply(done -> S3Response.of(204));
    }

    /** A bucket without a policy may be public, too. */
    public CompletableFuture<S3Response> status(Call call) {
        return CompletableFuture.completedFuture(S3Response.xml(XmlWriter.document("PolicyStatus")
                .text("IsPublic", access.isPublic(call.existing()))
                .end()));
    }
}
