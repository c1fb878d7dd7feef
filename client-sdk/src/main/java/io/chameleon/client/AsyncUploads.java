package io.chameleon.client;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.engine.Engine;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.transfer.ParallelUpload;
import io.chameleon.client.internal.transfer.SizedSource;
import io.chameleon.client.internal.write.InspectedSource;
import io.chameleon.client.internal.write.SegmentSizes;
import io.chameleon.client.internal.write.SegmentSource;
import io.chameleon.client.internal.write.UploadCalls;
import io.chameleon.client.internal.write.UploadParts;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Multipart uploads: an object written in parts of any size, in any order, by any number of clients, and then made one
 * version without copying a byte. An upload and its parts stay until it is completed or aborted; they count against
 * quotas meanwhile. Futures behave as those of {@link AsyncChameleonClient}. Safe from any thread.
 */
public final class AsyncUploads {
    /** Of all parts, each of them as large as an object may be. */
    private static final long MOST_BYTES =
            UploadPart.MAX_NUMBER * (FragmentId.MAX_SEGMENT + 1L) * ObjectContent.MAX_SEGMENT_BYTES;

    private final ClientContext context;
    private final UploadParts uploadParts;
    private final UploadCalls calls;
    private final ObjectReads reads;
    private final Operations operations;
    private final SegmentSizes segmentSizes;
    private final Executor blocking;

    AsyncUploads(Engine engine, Operations operations) {
        this.context = engine.context();
        this.uploadParts = new UploadParts(context, engine.writer());
        this.calls = new UploadCalls(context, engine.writer(), uploadParts);
        this.reads = engine.objects();
        this.operations = operations;
        this.segmentSizes = engine.segmentSizes();
        this.blocking = engine.blocking();
    }

    /** As {@link #begin(String, String, String, PutOptions)}, for an upload of nobody in particular. */
    public CompletableFuture<UploadInfo> begin(String bucket, String key, PutOptions options) {
        return begin(bucket, key, "", options);
    }

    /**
     * Begins an upload with the options' policy, content type and user metadata. A condition belongs to the completion.
     *
     * @param owner for whom it is begun, if the caller acts for others; a user's own name takes its place
     */
    public CompletableFuture<UploadInfo> begin(String bucket, String key, String owner, PutOptions options) {
        Arguments.require("key", key, "owner", owner, "options", options);
        return operations.run(Operation.BEGIN_UPLOAD, bucket, scope -> {
            Require.that(
                    options.condition().equals(Condition.NONE),
                    "condition of an upload that begins",
                    options.condition(),
                    "none: give it to the completion");
            return calls.begin(ObjectId.ofUser(bucket, key), owner, options, scope)
                    .thenApply(UploadInfo::of);
        });
    }

    /**
     * An open upload by its id; {@link io.chameleon.client.error.UploadNotFoundException} if there is none.
     */
    public CompletableFuture<UploadInfo> find(String bucket, String key, String uploadId) {
        Arguments.require("key", key, "uploadId", uploadId);
        return operations.run(
                Operation.FIND_UPLOAD,
                bucket,
                scope -> uploadParts
                        .page(ObjectId.ofUser(bucket, key), WriteId.parse(uploadId), 0, 1, scope)
                        .thenApply(page -> UploadInfo.of(page.upload())));
    }

    /**
     * Writes a part, which replaces an earlier one of that number; completes when it is durable. What the source says
     * at its end ({@link ObjectSource#describedAtEnd}) is kept with the part, at most 1 KiB: its hash, say.
     *
     * <p>Memory as of {@link AsyncChameleonClient#put}.
     *
     * @param number 1 to 10,000
     */
    public CompletableFuture<PartInfo> putPart(UploadInfo upload, int number, ObjectSource source) {
        Arguments.require("upload", upload, "source", source);
        return operations.run(
                Operation.PUT_PART,
                upload.bucket(),
                scope -> uploadParts
                        .put(
                                new UploadParts.Part(upload.object(), upload.writeId(), upload.policy(), number),
                                segmentSizes.open(bytes -> source.open(bytes, blocking)),
                                scope)
                        .thenApply(PartInfo::of));
    }

    /**
     * Uploads an object in several parts at a time, and completes it: one of more bytes than a part; a smaller one is
     * simply put. Whatever fails or cancels this also ends the upload. A client that dies leaves it open, as it leaves
     * any upload.
     *
     * @param options of the object, with the condition of its completion
     */
    public CompletableFuture<PutResult> put(
            String bucket, String key, RangeSource source, PutOptions options, UploadOptions how) {
        Arguments.require("key", key, "source", source, "options", options, "how", how);
        return operations.run(Operation.PUT, bucket, scope -> {
            ObjectId object = ObjectId.ofUser(bucket, key);
            ParallelUpload.Ranges ranges = ranges(source);
            long size = ranges.size();
            return size <= how.partBytes()
                    ? calls.putWhole(object, unchanged(source, ranges.open(0, size)), options, scope)
                            .thenApply(written -> PutResult.of(object, written))
                    : calls.requireHolds(object, options.condition(), scope)
                            .thenCompose(v -> beginAndPut(object, source, options, how, scope));
        });
    }

    private CompletableFuture<PutResult> beginAndPut(
            ObjectId object, RangeSource source, PutOptions options, UploadOptions how, Scope scope) {
        WriteId id = calls.newId(object);
        return calls.begin(object, id, "", options, scope)
                .exceptionallyCompose(failure -> calls.giveUp(object, id, false, failure))
                .thenCompose(upload -> Scope.started(() -> putAll(upload, source, options, how, scope))
                        .exceptionallyCompose(failure -> calls.giveUp(object, id, true, failure)));
    }

    private CompletableFuture<PutResult> putAll(
            Upload upload, RangeSource source, PutOptions options, UploadOptions how, Scope scope) {
        ParallelUpload.Target target = new ParallelUpload.Target(upload.object(), upload.id(), upload.policy());
        return new ParallelUpload(context, uploadParts, target, ranges(source), how, blocking, scope)
                .run()
                .thenCompose(parts -> calls.complete(
                        new Completion(
                                upload.object(),
                                upload.id(),
                                parts.stream()
                                        .map(PartInfo::of)
                                        .map(PartInfo::named)
                                        .toList(),
                                "",
                                Map.of(),
                                options.condition()),
                        scope))
                .thenApply(AsyncUploads::result);
    }

    /**
     * Uploads the parts of a source that an upload does not have yet, several at a time, each from number 1 on; pass
     * them to {@link #complete}. A part that the upload has is compared with the source by length and checksum, which
     * reads the source but sends nothing. So an upload that was cut short, even by the end of its process, is resumed
     * by {@link #find} and this. If it fails, the upload stays open.
     */
    public CompletableFuture<List<PartInfo>> putParts(UploadInfo upload, RangeSource source, UploadOptions how) {
        Arguments.require("upload", upload, "source", source, "how", how);
        ParallelUpload.Target target = new ParallelUpload.Target(upload.object(), upload.writeId(), upload.policy());
        return operations.run(
                Operation.PUT_PARTS,
                upload.bucket(),
                scope -> new ParallelUpload(context, uploadParts, target, ranges(source), how, blocking, scope)
                        .run()
                        .thenApply(parts -> parts.stream().map(PartInfo::of).toList()));
    }

    /** Bytes of a source that is asked, once it has given them, whether it still is what it was. */
    private SegmentSource unchanged(RangeSource source, SegmentSource bytes) {
        return new InspectedSource(bytes, segment -> CompletableFuture.runAsync(source::requireUnchanged, blocking));
    }

    private ParallelUpload.Ranges ranges(RangeSource source) {
        return new ParallelUpload.Ranges() {
            @Override
            public long size() {
                long size = ofCaller(source::size);
                Require.that(
                        size >= 0 && size <= MOST_BYTES,
                        "size of the range source",
                        size,
                        "0 to " + MOST_BYTES + " bytes");
                return size;
            }

            @Override
            public SegmentSource open(long offset, long length) {
                ObjectSource range = ofCaller(() -> Objects.requireNonNull(
                        source.range(offset, length), "range source: gave null in place of a range"));
                return new SizedSource(segmentSizes.open(bytes -> range.open(bytes, blocking)), length);
            }

            @Override
            public void requireUnchanged() {
                ofCaller(() -> {
                    source.requireUnchanged();
                    return source;
                });
            }
        };
    }

    /** The source is the caller's code: what it throws is the caller's to see. */
    private static <T> T ofCaller(Supplier<T> code) {
        try {
            return code.get();
        } catch (RuntimeException thrown) {
            throw Errors.ofCaller(thrown);
        }
    }

    /**
     * Makes bytes of a version a part, which replaces an earlier one of that number. No byte is written: the part
     * shares them. That is possible if they are all bytes of a part that the version was uploaded in, or of an object
     * that was not uploaded in parts and has 64 KiB, in the upload's bucket, if that is sliced in its slice. Empty
     * otherwise, or if the version is gone: then nothing has changed.
     *
     * @param number 1 to 10,000
     * @param offset first byte, by its place in the version
     * @param length at least 1
     * @param description asked for what is kept with the part, at most 1 KiB, once the bytes can be shared
     */
    public CompletableFuture<Optional<PartInfo>> sharePart(
            UploadInfo upload,
            int number,
            ObjectInfo source,
            long offset,
            long length,
            Supplier<CompletableFuture<Map<String, String>>> description) {
        Arguments.require("upload", upload, "source", source, "description", description);
        UploadParts.Part part = new UploadParts.Part(upload.object(), upload.writeId(), upload.policy(), number);
        ObjectMapping from = source.mapping();
        boolean whole = offset == 0
                && length == source.size()
                && length >= ObjectInfo.LEAST_SHARED_BYTES
                && !source.isComposed();
        return operations.run(
                Operation.SHARE_PART,
                upload.bucket(),
                scope -> context.canShare(from.id(), upload.object(), scope)
                        .thenCompose(shares -> !shares
                                ? CompletableFuture.completedFuture(Optional.<PartInfo>empty())
                                : whole
                                        ? shareWhole(part, from, description, scope)
                                        : shareComponent(part, from, offset, length, description, scope))
                        .exceptionallyCompose(failure -> isGone(Errors.code(failure))
                                ? CompletableFuture.completedFuture(Optional.empty())
                                : CompletableFuture.failedFuture(Errors.unwrap(failure))));
    }

    private CompletableFuture<Optional<PartInfo>> shareWhole(
            UploadParts.Part part,
            ObjectMapping from,
            Supplier<CompletableFuture<Map<String, String>>> description,
            Scope scope) {
        return description
                .get()
                .thenCompose(pairs -> uploadParts.shareWhole(part, from, pairs, scope))
                .thenApply(added -> Optional.of(PartInfo.of(added)));
    }

    private CompletableFuture<Optional<PartInfo>> shareComponent(
            UploadParts.Part part,
            ObjectMapping from,
            long offset,
            long length,
            Supplier<CompletableFuture<Map<String, String>>> description,
            Scope scope) {
        return reads.composition()
                .component(from, offset, length, scope)
                .thenCompose(component -> component.isEmpty()
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : description
                                .get()
                                .thenCompose(pairs -> uploadParts.add(part, component.get(), pairs, scope))
                                .thenApply(added -> Optional.of(PartInfo.of(added))));
    }

    /** Of the bytes to share. */
    private static boolean isGone(ErrorCode code) {
        return code == ErrorCode.WRITE_TOO_OLD || code == ErrorCode.FRAGMENT_NOT_FOUND;
    }

    /**
     * A page of an upload's parts.
     *
     * @param after only higher numbers; 0 starts at the beginning
     * @param limit 1 to 1,000
     */
    public CompletableFuture<PartListing> parts(String bucket, String key, String uploadId, int after, int limit) {
        Arguments.require("key", key, "uploadId", uploadId);
        return operations.run(
                Operation.LIST_PARTS,
                bucket,
                scope -> uploadParts
                        .page(ObjectId.ofUser(bucket, key), WriteId.parse(uploadId), after, limit, scope)
                        .thenApply(page -> new PartListing(
                                UploadInfo.of(page.upload()),
                                page.parts().stream().map(PartInfo::of).toList(),
                                page.more())));
    }

    /**
     * Makes these parts, in the order of their numbers, one version of the object, if the options' condition holds of
     * the current one. The options' user metadata are added to the upload's; a content type replaces the upload's; the
     * policy is not used. Parts that are not named are deleted.
     *
     * <p>May be repeated as long as the object is still that version. If a part was uploaded anew meanwhile, that is an
     * {@link io.chameleon.client.error.InvalidPartException}, and the upload stays open.
     */
    public CompletableFuture<PutResult> complete(UploadInfo upload, List<PartInfo> parts, PutOptions options) {
        Arguments.require("upload", upload, "options", options);
        List<PartInfo> named = Arguments.copy("parts", parts);
        return operations.run(Operation.COMPLETE_UPLOAD, upload.bucket(), scope -> {
            Completion completion = new Completion(
                    upload.object(),
                    upload.writeId(),
                    named.stream().map(PartInfo::named).toList(),
                    options.contentType(),
                    options.userMetadata(),
                    options.condition());
            return calls.complete(completion, scope).thenApply(AsyncUploads::result);
        });
    }

    private static PutResult result(ObjectMapping row) {
        return new PutResult(
                row.id(),
                row.content().contentId().toString(),
                row.content().size(),
                row.state(),
                row.degraded(),
                row.live(),
                row.versioned());
    }

    /** Ends an upload and deletes its parts; false if it is not open. */
    public CompletableFuture<Boolean> abort(String bucket, String key, String uploadId) {
        Arguments.require("key", key, "uploadId", uploadId);
        return operations.run(
                Operation.ABORT_UPLOAD,
                bucket,
                (Scope scope) -> calls.abort(ObjectId.ofUser(bucket, key), WriteId.parse(uploadId), scope));
    }

    /**
     * A page of a bucket's open uploads.
     *
     * @param prefix only keys that start with it
     * @param afterKey only keys that follow it; "" starts at the beginning
     * @param afterId if not null, also the uploads of {@code afterKey} itself that follow this one
     * @param limit 1 to 1,000
     */
    public CompletableFuture<UploadListing> list(
            String bucket, String prefix, String afterKey, @Nullable String afterId, int limit) {
        Arguments.require("prefix", prefix, "afterKey", afterKey);
        return operations.run(Operation.LIST_UPLOADS, bucket, scope -> {
            WriteId after = afterId == null ? null : WriteId.parse(afterId);
            return calls.list(new UploadQuery(bucket, prefix, afterKey, after, limit), scope)
                    .thenApply(page -> new UploadListing(
                            page.uploads().stream().map(UploadInfo::of).toList(), page.more()));
        });
    }
}
