package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Incoming;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.lifecycle.Expiration;
import io.chameleon.s3.version.ObjectVersions;
import java.util.HashMap;
import java.util.Map;
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
                .thenCompose(conditional -> client.put(call.bucket(), call.key(), source(body), conditional))
                .thenApply(written -> ObjectVersions.tell(
                        expiration.addWritten(
                                answer(body), call.existing(), call.key(), written.size(), described.metadata()),
                        written));
    }

    /** S3 wants to know how much comes. */
    public static void requireLength(Call call) {
        boolean chunked = call.header("transfer-encoding") != null;
        if (call.header("content-length") == null && !chunked) {
            throw new S3Exception(S3Error.MISSING_CONTENT_LENGTH);
        }
    }

    /** The bytes of a request, for the store, with what is known at their end. */
    public static ObjectSource source(Incoming body) {
        return body.source().describedAtEnd(() -> description(body));
    }

    /** What is known of them at their end. */
    public static Map<String, String> description(Incoming body) {
        Map<String, String> pairs = new HashMap<>();
        pairs.put(StoredObject.ETAG, body.md5());
        body.checksums().forEach((algorithm, value) -> pairs.put(StoredObject.CHECKSUM + algorithm, value));
        return pairs;
    }

    /** What a client is told of bytes that were written. */
    public static S3Response answer(Incoming body) {
        S3Response answer = S3Response.of(200).header("ETag", '"' + body.md5() + '"');
        body.checksums().forEach((algorithm, value) -> answer.header("x-amz-checksum-" + algorithm, value));
        return answer;
    }
}
