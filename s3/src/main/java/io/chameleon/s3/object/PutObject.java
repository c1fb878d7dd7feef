package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Incoming;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.lifecycle.Expiration;
import io.chameleon.s3.version.ObjectVersions;
import java.util.concurrent.CompletableFuture;

/** PutObject. The bytes go to the store as they arrive; the ETag and the checksums are known at their end. */
public final class PutObject {
    private final AsyncChameleonClient client;
    private final WriteCondition condition;
    private final AclRequests acls;
    private final Expiration expiration;

    public PutObject(AsyncChameleonClient client, WriteCondition condition, AclRequests acls, Expiration expiration) {
        this.client = client;
        this.condition = condition;
        this.acls = acls;
        this.expiration = expiration;
    }

    public CompletableFuture<S3Response> put(Call call) {
        NewObject described = NewObject.of(call.request().headers()).with(acls.ofNewObject(call));
        Incoming body = Incoming.object(call);
        requireLength(call);
        PutOptions options =
                PutOptions.DEFAULT.contentType(described.contentType()).userMetadata(described.metadata());
        return condition
                .apply(call, options)
                .thenCompose(
                        conditional -> client.put(call.bucket(), call.key(), DescribedBody.source(body), conditional))
                .thenApply(written -> ObjectVersions.tell(
                        expiration.addWritten(
                                DescribedBody.ofWhole(DescribedBody.answer(body), body),
                                call.existing(),
                                call.key(),
                                written.size(),
                                described.metadata()),
                        written));
    }

    /** S3 wants to know how much comes. */
    public static void requireLength(Call call) {
        boolean chunked = call.header("transfer-encoding") != null;
        if (call.header("content-length") == null && !chunked) {
            throw new S3Exception(S3Error.MISSING_CONTENT_LENGTH);
        }
    }
}
