package io.chameleon.s3.bucket;

import io.chameleon.core.bucket.Versioning;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.xml.Element;
import io.chameleon.s3.xml.XmlReader;
import io.chameleon.s3.xml.XmlWriter;
import java.util.concurrent.CompletableFuture;

/** GetBucketVersioning and PutBucketVersioning. The store obeys the setting. */
public final class BucketVersioning {
    private final BucketSettings settings;

    public BucketVersioning(BucketSettings settings) {
        this.settings = settings;
    }

    /** A bucket that never kept versions has no status. */
    public CompletableFuture<S3Response> get(Call call) {
        Versioning versioning = call.existing().versioning();
        return CompletableFuture.completedFuture(S3Response.xml(XmlWriter.document("VersioningConfiguration")
                .text("Status", versioning == Versioning.OFF ? null : versioning.text())
                .end()));
    }

    public CompletableFuture<S3Response> put(Call call) {
        return Documents.read(call)
                .thenCompose(document -> settings.set(call, Versioning.SETTING, status(document)))
                .thenApply(done -> S3Response.of(200));
    }

    private static String status(byte[] document) {
        Element root = XmlReader.read(document, "VersioningConfiguration");
        if (root.textOf("MfaDelete").orElse("").strip().equals("Enabled")) {
            throw new S3Exception(S3Error.NOT_IMPLEMENTED, "MFA delete is not implemented by this gateway");
        }
        String status = root.textOf("Status").orElse("").strip();
        if (status.isEmpty()) {
            throw new S3Exception(S3Error.ILLEGAL_VERSIONING_CONFIGURATION);
        }
        if (!status.equals(Versioning.ENABLED.text()) && !status.equals(Versioning.SUSPENDED.text())) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        return status;
    }
}
