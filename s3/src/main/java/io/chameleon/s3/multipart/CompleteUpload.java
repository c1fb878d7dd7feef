package io.chameleon.s3.multipart;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.AsyncUploads;
import io.chameleon.client.PartInfo;
import io.chameleon.client.UploadInfo;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.UploadNotFoundException;
import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.body.ChecksumType;
import io.chameleon.s3.body.PartChecksums;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Documents;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.lifecycle.Expiration;
import io.chameleon.s3.object.ObjectParts;
import io.chameleon.s3.object.StoredObject;
import io.chameleon.s3.object.WriteCondition;
import io.chameleon.s3.version.ObjectVersions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * CompleteMultipartUpload. May be repeated, as clients do whose first answer was lost: the version remembers its
 * upload.
 */
public final class CompleteUpload {
    private static final int PAGE = 1000;

    private final AsyncChameleonClient client;
    private final AsyncUploads uploads;
    private final WriteCondition condition;
    private final Expiration expiration;

    public CompleteUpload(AsyncChameleonClient client, WriteCondition condition, Expiration expiration) {
        this.client = client;
        this.uploads = client.uploads();
        this.condition = condition;
        this.expiration = expiration;
    }

    public CompletableFuture<S3Response> complete(Call call) {
        String id = UploadArguments.id(call);
        return Documents.readUnrelated(call).thenCompose(document -> {
            NamedParts named = NamedParts.of(document);
            return parts(call, id, 0, new HashMap<>())
                    .thenCompose(there -> complete(call, there, named))
                    .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof UploadNotFoundException
                            ? again(call, id, named, failure)
                            : CompletableFuture.failedFuture(failure));
        });
    }

    /** An upload with all its parts. */
    private record Whole(UploadInfo upload, Map<Integer, PartInfo> parts) {}

    private CompletableFuture<Whole> parts(Call call, String id, int after, Map<Integer, PartInfo> found) {
        return uploads.parts(call.bucket(), call.key(), id, after, PAGE).thenCompose(page -> {
            page.parts().forEach(part -> found.put(part.number(), part));
            return page.more()
                    ? parts(call, id, page.parts().get(page.parts().size() - 1).number(), found)
                    : CompletableFuture.completedFuture(new Whole(page.upload(), found));
        });
    }

    private CompletableFuture<S3Response> complete(Call call, Whole there, NamedParts named) {
        List<PartInfo> chosen = named.choose(there.parts());
        Map<String, String> pairs = new HashMap<>();
        String etag = PartChecksums.etag(
                chosen.stream().map(part -> new S3Part(part).etag()).toList());
        pairs.put(StoredObject.ETAG, etag);
        pairs.put(ObjectParts.UPLOAD, there.upload().id());
        ObjectParts.describe(chosen.stream().map(PartInfo::size).toList(), pairs);
        requireSize(call, chosen);
        addChecksum(call, new S3Upload(there.upload()), chosen, pairs);
        return condition
                .apply(call, PutOptions.DEFAULT.userMetadata(pairs))
                .thenCompose(options -> uploads.complete(there.upload(), chosen, options))
                .thenApply(written -> ObjectVersions.tell(
                        expiration.addWritten(
                                CompletionDocument.of(call, etag, pairs, new S3Upload(there.upload())),
                                call.existing(),
                                call.key(),
                                written.size(),
                                there.upload().userMetadata()),
                        written));
    }

    private static void requireSize(Call call, List<PartInfo> chosen) {
        String announced = call.header("x-amz-mp-object-size");
        long size = chosen.stream().mapToLong(PartInfo::size).sum();
        if (announced != null && !announced.strip().equals(Long.toString(size))) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The provided 'x-amz-mp-object-size' header value " + announced
                            + " does not match what was computed: " + size);
        }
    }

    /** The whole's checksum is made of the parts'; one that the client announces must be the same. */
    private static void addChecksum(Call call, S3Upload upload, List<PartInfo> chosen, Map<String, String> pairs) {
        ChecksumAlgorithm algorithm = upload.algorithm();
        if (algorithm == null) {
            return;
        }
        List<PartChecksums.Part> parts = new ArrayList<>();
        for (PartInfo part : chosen) {
            String value = new S3Part(part).checksum(algorithm);
            if (value == null) {
                throw new S3Exception(S3Error.INVALID_PART);
            }
            parts.add(new PartChecksums.Part(value, part.size()));
        }
        String whole = PartChecksums.of(algorithm, upload.type(), parts);
        requireAnnounced(call, algorithm, upload.type(), whole);
        pairs.put(StoredObject.CHECKSUM + algorithm.name().toLowerCase(Locale.ROOT), whole);
        pairs.put(StoredObject.CHECKSUM_TYPE, upload.type().name());
        ObjectParts.describeChecksums(
                parts.stream().map(PartChecksums.Part::value).toList(),
                pairs,
                upload.info().userMetadata());
    }

    private static void requireAnnounced(Call call, ChecksumAlgorithm algorithm, ChecksumType type, String whole) {
        String announcedType = call.header("x-amz-checksum-type");
        if (announcedType != null && ChecksumType.ofUpload(announcedType, algorithm) != type) {
            throw new S3Exception(
                    S3Error.BAD_DIGEST,
                    "The upload was begun with the checksum type " + type + ", completed with " + announcedType + '.');
        }
        String announced = call.header(algorithm.header());
        if (announced == null || announced.strip().equals(whole)) {
            return;
        }
        // Clients such as minio-go leave out the number of parts.
        if (type != ChecksumType.COMPOSITE || !announced.strip().equals(whole.substring(0, whole.lastIndexOf('-')))) {
            throw new S3Exception(S3Error.BAD_DIGEST);
        }
    }

    /** The upload is gone: perhaps because this very completion has succeeded before. */
    private CompletableFuture<S3Response> again(Call call, String id, NamedParts named, Throwable failure) {
        return client.head(call.bucket(), call.key()).handle((info, missing) -> {
            if (info == null
                    || !id.equals(info.userMetadata().get(ObjectParts.UPLOAD))
                    || !StoredObject.of(info).etag().equals(named.etag())) {
                throw Errors.of(failure);
            }
            StoredObject made = StoredObject.of(info);
            S3Response answer = expiration.add(CompletionDocument.of(call, made), call.existing(), info);
            return ObjectVersions.tell(answer, call, info);
        });
    }
}
