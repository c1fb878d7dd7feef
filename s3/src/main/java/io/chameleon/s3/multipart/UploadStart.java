package io.chameleon.s3.multipart;

import io.chameleon.client.AsyncUploads;
import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.ChecksumType;
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
        String name = call.header("x-amz-checksum-algorithm");
        String typeName = call.header("x-amz-checksum-type");
        if (name == null && typeName != null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.");
        }
        S3Response answer = S3Response.of(200);
        if (name != null) {
            ChecksumAlgorithm algorithm = ChecksumAlgorithm.named(name);
            if (algorithm == null) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST,
                        "Checksum algorithm provided is unsupported. Please try again with any of the valid types:"
                                + " [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]");
            }
            ChecksumType type = ChecksumType.ofUpload(typeName, algorithm);
            pairs.put(S3Upload.ALGORITHM, algorithm.name());
            pairs.put(StoredObject.CHECKSUM_TYPE, type.name());
            answer.header("x-amz-checksum-algorithm", algorithm.name()).header("x-amz-checksum-type", type.name());
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
        String id = S3Upload.id(call);
        return uploads.abort(call.bucket(), call.key(), id).thenApply(open -> {
            if (!open) {
                throw new S3Exception(S3Error.NO_SUCH_UPLOAD).with("UploadId", id);
            }
            return S3Response.of(204);
        });
    }
}
