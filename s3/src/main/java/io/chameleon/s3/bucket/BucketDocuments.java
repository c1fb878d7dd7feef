package io.chameleon.s3.bucket;

import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.acl.PublicAccessBlock;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.cors.CorsRules;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.policy.BucketPolicy;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A bucket's policy and its CORS rules: checked when they are set, kept as texts. */
public final class BucketDocuments {
    private final BucketSettings settings;
    private final AccessControl access;

    public BucketDocuments(BucketSettings settings, AccessControl access) {
        this.settings = settings;
        this.access = access;
    }

    public CompletableFuture<S3Response> policy(Call call) {
        return CompletableFuture.completedFuture(S3Response.of(200)
                .header("Content-Type", "application/json")
                .body(text(call, AccessControl.POLICY, S3Error.NO_SUCH_BUCKET_POLICY)
                        .getBytes(StandardCharsets.UTF_8)));
    }

    public CompletableFuture<S3Response> putPolicy(Call call) {
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

    public CompletableFuture<S3Response> deletePolicy(Call call) {
        return settings.set(call, AccessControl.POLICY, null).thenApply(done -> S3Response.of(204));
    }

    /** A bucket without a policy may be public, too. */
    public CompletableFuture<S3Response> policyStatus(Call call) {
        return CompletableFuture.completedFuture(S3Response.xml(XmlWriter.document("PolicyStatus")
                .text("IsPublic", access.isPublic(call.existing()))
                .end()));
    }

    public CompletableFuture<S3Response> cors(Call call) {
        return CompletableFuture.completedFuture(
                S3Response.xml(text(call, Cors.SETTING, S3Error.NO_SUCH_CORS_CONFIGURATION)));
    }

    public CompletableFuture<S3Response> putCors(Call call) {
        return Documents.read(call)
                .thenCompose(document -> settings.set(
                        call,
                        Cors.SETTING,
                        CorsRules.parse(XmlReader.read(document)).document()))
                .thenApply(done -> S3Response.of(200));
    }

    public CompletableFuture<S3Response> deleteCors(Call call) {
        return settings.set(call, Cors.SETTING, null).thenApply(done -> S3Response.of(204));
    }

    private static String text(Call call, String setting, S3Error otherwise) {
        String text = call.existing().settings().get(setting);
        if (text == null) {
            throw new S3Exception(otherwise).with("BucketName", call.bucket());
        }
        return text;
    }
}
