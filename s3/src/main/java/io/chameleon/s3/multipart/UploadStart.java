package io.chameleon.s3.multipart;

import io.chameleon.client.AsyncUploads;
import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.NewObject;
import io.chameleon.s3.object.StoredObject;
import io.chameleon.s3.xml.XmlWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** CreateMultipartUpload and AbortMultipartUpload. */
public final class UploadStart {
    private final AsyncUploads uploads;
    private final AclRequests acls;

    public UploadStart(AsyncUploads uploads, AclRequests acls) {
        this.uploads = uploads;
        this.acls = acls;
    }

    public CompletableFuture<S3Response> create(Call call) {
        NewObject described = NewObject.of(call.request().headers()).with(acls.ofNewObject(call));
        Map<String, String> pairs = new HashMap<>(described.metadata());
        S3Response answer = S3Response.of(200);
        UploadChecksum checksum = UploadChecksum.of(call);
        if (checksum != null) {
            pairs.put(S3Upload.ALGORITHM, checksum.algorithm().name());
            pairs.put(StoredObject.CHECKSUM_TYPE, checksum.type().name());
            checksum.tell(answer);
        }
        PutOptions options =
                PutOptions.DEFAULT.contentType(described.contentType()).userMetadata(pairs);
        return uploads.begin(call.bucket(), call.key(), call.requester(), options)
                .thenApply(upload -> answer.xmlBody(XmlWriter.document("InitiateMultipartUploadResult")
                        .text("Bucket", call.bucket())
                        .text("Key", call.key())
                        .text("UploadId", upload.id())
                        .end()));
    }

    public CompletableFuture<S3Response> abort(Call call) {
        String id = UploadArguments.id(call);
        return uploads.abort(call.bucket(), call.key(), id).thenApply(open -> {
            if (!open) {
                throw new S3Exception(S3Error.NO_SUCH_UPLOAD).with("UploadId", id);
            }
            return S3Response.of(204);
        });
    }
}
