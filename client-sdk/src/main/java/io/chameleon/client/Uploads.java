package io.chameleon.client;

import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Waiting;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** {@link AsyncUploads}, waiting for each answer. Safe from any thread. */
public final class Uploads {
    private final AsyncUploads async;

    Uploads(AsyncUploads async) {
        this.async = async;
    }

    /** Begins an upload with the options' policy, content type and user metadata. */
    public UploadInfo begin(String bucket, String key, PutOptions options) {
        return Waiting.on(async.begin(bucket, key, options));
    }

    /** See {@link AsyncUploads#begin(String, String, String, PutOptions)}. */
    public UploadInfo begin(String bucket, String key, String owner, PutOptions options) {
        return Waiting.on(async.begin(bucket, key, owner, options));
    }

    /** An open upload by its id. */
    public UploadInfo find(String bucket, String key, String uploadId) {
        return Waiting.on(async.find(bucket, key, uploadId));
    }

    /** See {@link AsyncUploads#putPart}. */
    public PartInfo putPart(UploadInfo upload, int number, ObjectSource source) {
        return Waiting.on(async.putPart(upload, number, source));
    }

    /** See {@link AsyncUploads#put}. */
    public PutResult put(String bucket, String key, RangeSource source, PutOptions options, UploadOptions how) {
        return Waiting.on(async.put(bucket, key, source, options, how));
    }

    /** Uploads a file, several parts at a time; see {@link AsyncUploads#put}. */
    public PutResult put(String bucket, String key, Path file, PutOptions options, UploadOptions how) {
        Arguments.require("bucket", bucket, "key", key, "file", file, "options", options, "how", how);
        return put(bucket, key, RangeSource.of(file), options, how);
    }

    /** See {@link AsyncUploads#putParts}. */
    public List<PartInfo> putParts(UploadInfo upload, RangeSource source, UploadOptions how) {
        return Waiting.on(async.putParts(upload, source, how));
    }

    /** See {@link AsyncUploads#sharePart}. */
    public Optional<PartInfo> sharePart(
            UploadInfo upload,
            int number,
            ObjectInfo source,
            long offset,
            long length,
            Map<String, String> description) {
        Arguments.require("description", description);
        return Waiting.on(async.sharePart(
                upload, number, source, offset, length, () -> CompletableFuture.completedFuture(description)));
    }

    /** See {@link AsyncUploads#parts}. */
    public PartListing parts(String bucket, String key, String uploadId, int after, int limit) {
        return Waiting.on(async.parts(bucket, key, uploadId, after, limit));
    }

    /** See {@link AsyncUploads#complete}. */
    public PutResult complete(UploadInfo upload, List<PartInfo> parts, PutOptions options) {
        return Waiting.on(async.complete(upload, parts, options));
    }

    /** Ends an upload and deletes its parts; false if it is not open. */
    public boolean abort(String bucket, String key, String uploadId) {
        return Waiting.on(async.abort(bucket, key, uploadId));
    }

    /** See {@link AsyncUploads#list}. */
    public UploadListing list(String bucket, String prefix, String afterKey, @Nullable String afterId, int limit) {
        return Waiting.on(async.list(bucket, prefix, afterKey, afterId, limit));
    }
}
