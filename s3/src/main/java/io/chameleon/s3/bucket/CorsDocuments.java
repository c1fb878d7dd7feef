package io.chameleon.s3.bucket;

import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.cors.CorsRules;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.xml.XmlReader;
import java.util.concurrent.CompletableFuture;

/** A bucket's CORS rules: checked when they are set, kept as a text. */
public final class CorsDocuments {
    private final BucketSettings settings;

    public CorsDocuments(BucketSettings settings) {
        this.settings = settings;
    }

    public CompletableFuture<S3Response> cors(Call call) {
        return CompletableFuture.completedFuture(
                S3Response.xml(BucketSettings.required(call, Cors.SETTING, S3Error.NO_SUCH_CORS_CONFIGURATION)));
    }

    public CompletableFuture<S3Response> put(Call call) {
        return Documents.read(call)
                .thenCompose(document -> settings.set(
                        call,
                        Cors.SETTING,
                        CorsRules.parse(XmlReader.read(document)).document()))
                .thenApply(done -> S3Response.of(200));
    }

    public CompletableFuture<S3Response> delete(Call call) {
        return settings.set(call, Cors.SETTING, null).thenApply(done -> S3Response.of(204));
    }
}
