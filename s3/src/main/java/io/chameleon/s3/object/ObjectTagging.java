package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.access.Circumstances;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.version.ObjectVersions;
import java.util.concurrent.CompletableFuture;

/** GetObjectTagging, PutObjectTagging, DeleteObjectTagging: a change of the row, of which no byte moves. */
public final class ObjectTagging {
    private final ObjectVersions versions;
    private final AccessControl access;

    public ObjectTagging(AsyncChameleonClient client, AccessControl access) {
        this.versions = new ObjectVersions(client);
        this.access = access;
    }

    public CompletableFuture<S3Response> get(Call call) {
        return versions.find(call)
                .thenApply(info -> ObjectVersions.tell(
                        S3Response.xml(
                                TagSet.parse(StoredObject.of(info).tags()).document()),
                        call,
                        info));
    }

    public CompletableFuture<S3Response> put(Call call) {
        return Documents.read(call)
                .thenApply(TagSet::ofObject)
                .thenCompose(tags -> permitted(call, tags).thenCompose(allowed -> set(call, tags.coded())))
                .thenApply(info -> ObjectVersions.tell(S3Response.of(200), call, info));
    }

    /** A policy may be about the tags themselves. */
    private CompletableFuture<Void> permitted(Call call, TagSet tags) {
        return access.dependsOnTags(call.operation(), call.who(), call.existing(), call.key())
                ? access.require(
                        call.operation(),
                        call.who(),
                        call.existing(),
                        call.key(),
                        Circumstances.ofTags(call, tags.tags()))
                : CompletableFuture.completedFuture(null);
    }

    public CompletableFuture<S3Response> delete(Call call) {
        return set(call, "").thenApply(info -> ObjectVersions.tell(S3Response.of(204), call, info));
    }

    /** No tags are no pair. */
    private CompletableFuture<ObjectInfo> set(Call call, String tags) {
        return versions.set(call, StoredObject.TAGS, tags.isEmpty() ? null : tags);
    }
}
