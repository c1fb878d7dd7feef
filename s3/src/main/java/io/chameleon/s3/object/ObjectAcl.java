package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.acl.AclDocument;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.version.ObjectVersions;
import java.util.concurrent.CompletableFuture;

/** GetObjectAcl and PutObjectAcl: a change of the row, of which no byte moves. */
public final class ObjectAcl {
    private final ObjectVersions versions;
    private final AclRequests acls;

    public ObjectAcl(AsyncChameleonClient client, AclRequests acls) {
        this.versions = new ObjectVersions(client);
        this.acls = acls;
    }

    public CompletableFuture<S3Response> get(Call call) {
        return versions.find(call)
                .thenApply(info -> ObjectVersions.tell(
                        S3Response.xml(AclDocument.write(Acl.of(info.userMetadata(), call.existing()))), call, info));
    }

    public CompletableFuture<S3Response> put(Call call) {
        // The owner does not change, so the body is read once.
        return versions.find(call)
                .thenCompose(info -> acls.ofChange(
                        call, Acl.of(info.userMetadata(), call.existing()).owner()))
                .thenCompose(acl -> versions.set(
                        call, Acl.METADATA, acl.coded(call.existing().owner())))
                .thenApply(info -> ObjectVersions.tell(S3Response.of(200), call, info));
    }
}
