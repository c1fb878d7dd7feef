package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.version.VersionId;
import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.access.Circumstances;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Failures;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Percent;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.version.NamedVersion;
import io.chameleon.s3.version.ObjectVersions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a copy reads: {@code x-amz-copy-source}.
 *
 * @param version empty for the current one
 */
public record CopySource(String bucket, String key, Optional<VersionId> version) {
    private static final String HEADER = "x-amz-copy-source";
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-(\\d{1,18})");

    /** Bytes of the source. */
    public record Part(long offset, long length) {}

    public static CopySource of(Call call) {
        String header = String.valueOf(call.header(HEADER));
        String name = header;
        Optional<VersionId> version = Optional.empty();
        int mark = header.indexOf("?versionId=");
        if (mark >= 0) {
            version = NamedVersion.of(header.substring(mark + "?versionId=".length()), HEADER);
            name = header.substring(0, mark);
        }
        try {
            String decoded = Percent.decode(name.replace('+', ' ')); // a plus of the key itself comes encoded
            String path = decoded.startsWith("/") ? decoded.substring(1) : decoded;
            int slash = path.indexOf('/');
            if (slash > 0 && slash < path.length() - 1) {
                return new CopySource(path.substring(0, slash), path.substring(slash + 1), version);
            }
        } catch (IllegalArgumentException e) {
            // Reported below, as a source without a key is.
        }
        throw new S3Exception(S3Error.INVALID_ARGUMENT, "Copy Source must mention the source bucket and key")
                .with("ArgumentName", HEADER)
                .with("ArgumentValue", header);
    }

    /** The part that {@code x-amz-copy-source-range} names, which must be within the source; else all of it. */
    public Part part(Call call, long size) {
        String header = call.header("x-amz-copy-source-range");
        if (header == null) {
            return new Part(0, size);
        }
        Matcher range = RANGE.matcher(header);
        if (!range.matches()) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "The x-amz-copy-source-range value must be of the form bytes=first-last")
                    .with("ArgumentName", "x-amz-copy-source-range")
                    .with("ArgumentValue", header);
        }
        long first = Long.parseLong(range.group(1));
        long last = Long.parseLong(range.group(2));
        if (first > last || last >= size) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT, "Range specified is not valid for source object of size: " + size)
                    .with("ArgumentName", "x-amz-copy-source-range")
                    .with("ArgumentValue", header);
        }
        return new Part(first, last - first + 1);
    }

    /** Tells the version that was read, if its bucket keeps versions or the request names one. */
    public S3Response tell(S3Response answer, ObjectInfo read) {
        boolean known = read.versioned() || version.isPresent();
        return known
                ? answer.header("x-amz-copy-source-version-id", read.versionId().text())
                : answer;
    }

    /** Finds sources that the requester may read. */
    public static final class Finder {
        private final ObjectVersions versions;
        private final BucketCache buckets;
        private final AccessControl access;

        public Finder(AsyncChameleonClient client, BucketCache buckets, AccessControl access) {
            this.versions = new ObjectVersions(client);
            this.buckets = buckets;
            this.access = access;
        }

        /** The source, if the conditions on it hold. */
        public CompletableFuture<StoredObject> find(Call call, CopySource source) {
            CompletableFuture<StoredObject> found;
            try {
                found = buckets.find(source.bucket())
                        .thenApply(bucket -> {
                            AccessControl.requireOwner(call.header("x-amz-source-expected-bucket-owner"), bucket);
                            return bucket;
                        })
                        .thenCompose(bucket -> access.require(
                                        Operation.GET_OBJECT,
                                        call.who(),
                                        bucket,
                                        source.key(),
                                        Circumstances.of(call.request()).of(source.version()))
                                .thenCompose(allowed -> versions.find(bucket, source.key(), source.version())))
                        .thenApply(StoredObject::of);
            } catch (IllegalArgumentException e) {
                throw new S3Exception(S3Error.NO_SUCH_BUCKET).with("BucketName", source.bucket());
            }
            return found.exceptionally(failure -> {
                        S3Exception shown = Failures.of(failure);
                        if (shown.error() == S3Error.METHOD_NOT_ALLOWED) {
                            throw new S3Exception(
                                    S3Error.INVALID_REQUEST,
                                    "The source of a copy request may not specifically refer to a delete marker by"
                                            + " version id.");
                        }
                        throw shown.error() == S3Error.NO_SUCH_BUCKET
                                ? shown.with("BucketName", source.bucket())
                                : shown;
                    })
                    .thenApply(object -> {
                        Conditions.ofSource(call.request()).require(object);
                        return object;
                    });
        }
    }
}
