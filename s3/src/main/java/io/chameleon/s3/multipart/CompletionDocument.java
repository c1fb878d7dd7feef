package io.chameleon.s3.multipart;

import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.StoredObject;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Locale;
import java.util.Map;

/** What CompleteMultipartUpload answers. */
final class CompletionDocument {
    private CompletionDocument() {}

    /** @param pairs kept with the version: its checksum among them */
    static S3Response of(Call call, String etag, Map<String, String> pairs, S3Upload upload) {
        XmlWriter document = start(call, etag);
        ChecksumAlgorithm algorithm = upload.algorithm();
        if (algorithm != null) {
            document.text(
                            S3Part.element(algorithm),
                            pairs.get(StoredObject.CHECKSUM + algorithm.name().toLowerCase(Locale.ROOT)))
                    .text("ChecksumType", upload.type());
        }
        return S3Response.xml(document.end());
    }

    /** Of a completion that succeeded before. */
    static S3Response of(Call call, StoredObject made) {
        XmlWriter document = start(call, made.etag());
        made.checksumElements(document);
        return S3Response.xml(document.end());
    }

    private static XmlWriter start(Call call, String etag) {
        return XmlWriter.document("CompleteMultipartUploadResult")
                .text("Location", call.request().address() + call.request().rawPath())
                .text("Bucket", call.bucket())
                .text("Key", call.key())
                .text("ETag", '"' + etag + '"');
    }
}
