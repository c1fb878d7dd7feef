package io.chameleon.s3.bucket;

import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.acl.AclDocument;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.acl.ObjectOwnership;
import io.chameleon.s3.acl.PublicAccessBlock;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import java.util.concurrent.CompletableFuture;

/** A bucket's ACL, what keeps it from becoming public, and who owns what others write. */
public final class BucketAccess {
    private final BucketSettings settings;
    private final AclRequests acls;

    public BucketAccess(BucketSettings settings, AclRequests acls) {
        this.settings = settings;
        this.acls = acls;
    }

    public CompletableFuture<S3Response> acl(Call call) {
        return CompletableFuture.completedFuture(S3Response.xml(AclDocument.write(Acl.of(call.existing()))));
    }

    public CompletableFuture<S3Response> putAcl(Call call) {
        String owner = call.existing().owner();
        return acls.ofChange(call, owner)
                .thenCompose(acl -> settings.set(call, Acl.SETTING, acl.coded(owner)))
                .thenApply(done -> S3Response.of(200));
    }

    public CompletableFuture<S3Response> block(Call call) {
        if (!call.existing().settings().containsKey(PublicAccessBlock.SETTING)) {
            throw new S3Exception(S3Error.NO_SUCH_PUBLIC_ACCESS_BLOCK_CONFIGURATION).with("BucketName", call.bucket());
        }
        return CompletableFuture.completedFuture(
                S3Response.xml(PublicAccessBlock.of(call.existing()).document()));
    }

    public CompletableFuture<S3Response> putBlock(Call call) {
        return Documents.read(call)
                .thenCompose(document -> settings.set(
                        call,
                        PublicAccessBlock.SETTING,
                        PublicAccessBlock.read(document).coded()))
                .thenApply(done -> S3Response.of(200));
    }

    public CompletableFuture<S3Response> deleteBlock(Call call) {
        return settings.set(call, PublicAccessBlock.SETTING, null).thenApply(done -> S3Response.of(204));
    }

    public CompletableFuture<S3Response> ownership(Call call) {
        String unused = BucketSettings.required(call, ObjectOwnership.SETTING, S3Error.OWNERSHIP_CONTROLS_NOT_FOUND);
        return CompletableFuture.completedFuture(
                S3Response.xml(ObjectOwnership.of(call.existing()).document()));
    }

    public CompletableFuture<S3Response> putOwnership(Call call) {
        return Documents.read(call)
                .thenCompose(document -> {
                    ObjectOwnership asked = ObjectOwnership.read(document);
                    asked.requireFit(Acl.of(call.existing()), call.existing().owner());
                    return settings.set(call, ObjectOwnership.SETTING, asked.label());
                })
                .thenApply(done -> S3Response.of(200));
    }

    public CompletableFuture<S3Response> deleteOwnership(Call call) {
        return settings.set(call, ObjectOwnership.SETTING, null).thenApply(done -> S3Response.of(204));
    }
}
