package io.chameleon.s3.multipart;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.AsyncUploads;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.PartInfo;
import io.chameleon.client.UploadInfo;
import io.chameleon.s3.body.BodyPlan;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Incoming;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.CopySource;
import io.chameleon.s3.object.DescribedBody;
import io.chameleon.s3.object.Hashed;
import io.chameleon.s3.object.NewObject;
import io.chameleon.s3.object.PutObject;
import io.chameleon.s3.object.StoredObject;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** UploadPart and UploadPartCopy. */
public final class PutPart {
    private final AsyncChameleonClient client;
    private final AsyncUploads uploads;
    private final CopySource.Finder sources;

    public PutPart(AsyncChameleonClient client, CopySource.Finder sources) {
        this.client = client;
        this.uploads = client.uploads();
        this.sources = sources;
    }

    public CompletableFuture<S3Response> put(Call call) {
        String id = UploadArguments.id(call);
        int number = UploadArguments.number(call);
        NewObject.requireOffered(call.request().headers());
        PutObject.requireLength(call);
        return uploads.find(call.bucket(), call.key(), id).thenCompose(found -> {
            ChecksumAlgorithm wanted = wanted(call, new S3Upload(found));
            Incoming body = Incoming.object(call, wanted);
            return uploads.putPart(found, number, DescribedBody.source(body))
                    .thenApply(part -> DescribedBody.answer(body));
        });
    }

    /** What a part brings must be what the upload began with, or the whole's could not be made of it. */
    private static @Nullable ChecksumAlgorithm wanted(Call call, S3Upload upload) {
        ChecksumAlgorithm wanted = upload.algorithm();
        ChecksumAlgorithm announced =
                BodyPlan.of(call.request().rawHeaders(), call.who().payload()).algorithm();
        if (wanted != null && announced != null && wanted != announced) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Checksum Type mismatch occurred, expected checksum Type: "
                            + wanted.name().toLowerCase(Locale.ROOT) + ", actual checksum Type: "
                            + announced.name().toLowerCase(Locale.ROOT));
        }
        return wanted;
    }

    public CompletableFuture<S3Response> copy(Call call) {
        String id = UploadArguments.id(call);
        int number = UploadArguments.number(call);
        CopySource source = CopySource.of(call);
        return uploads.find(call.bucket(), call.key(), id)
                .thenCompose(found -> sources.find(call, source).thenCompose(object -> {
                    CopySource.Part part = source.part(call, object.info().size());
                    return share(found, number, object.info(), part)
                            .thenCompose(shared -> shared.map(CompletableFuture::completedFuture)
                                    .orElseGet(() -> rewrite(found, number, object.info(), part)))
                            .thenApply(PutPart::copied)
                            .thenApply(answer -> source.tell(answer, object.info()));
                }));
    }

    /** No byte is written where the part has exactly those of a component; they are read once for its MD5. */
    private CompletableFuture<Optional<PartInfo>> share(
            UploadInfo upload, int number, ObjectInfo source, CopySource.Part part) {
        return part.length() < ObjectInfo.LEAST_SHARED_BYTES
                ? CompletableFuture.completedFuture(Optional.empty())
                : uploads.sharePart(
                        upload,
                        number,
                        source,
                        part.offset(),
                        part.length(),
                        () -> read(upload, source, part)
                                .thenCompose(body -> Hashed.whole(body).thenApply(end -> DescribedBody.pairs(body))));
    }

    private CompletableFuture<PartInfo> rewrite(
            UploadInfo upload, int number, ObjectInfo source, CopySource.Part part) {
        return read(upload, source, part)
                .thenCompose(body -> uploads.putPart(upload, number, DescribedBody.source(body)));
    }

    private CompletableFuture<Incoming> read(UploadInfo upload, ObjectInfo source, CopySource.Part part) {
        return client.readVersion(source, part.offset(), part.length())
                .thenApply(bytes -> Incoming.copied(bytes, part.length(), new S3Upload(upload).algorithm()));
    }

    private static S3Response copied(PartInfo written) {
        return S3Response.xml(XmlWriter.document("CopyPartResult")
                .text("LastModified", HttpDates.document(written.modified()))
                .text("ETag", '"' + String.valueOf(written.metadata().get(StoredObject.ETAG)) + '"')
                .end());
    }
}
