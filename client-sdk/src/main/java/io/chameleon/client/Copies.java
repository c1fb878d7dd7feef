package io.chameleon.client;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.read.ByteRange;
import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.read.ReadRequest;
import io.chameleon.client.internal.transfer.CopySource;
import io.chameleon.client.internal.write.CopyCalls;
import io.chameleon.client.internal.write.ObjectWriter;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadCondition;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.concurrent.CompletableFuture;

/** Copies of objects: by reference if they can share the bytes, else through this client, segment by segment. */
final class Copies {
    private final ClientContext context;
    private final Operations operations;
    private final ObjectReads reads;
    private final ObjectWriter writer;
    private final CopyCalls calls;

    Copies(ClientContext context, Operations operations, ObjectReads reads, ObjectWriter writer) {
        this.context = context;
        this.operations = operations;
        this.reads = reads;
        this.writer = writer;
        this.calls = new CopyCalls(context, writer);
    }

    /** With the source's content type and user metadata, whatever version that has meanwhile. */
    CompletableFuture<PutResult> copy(
            String fromBucket, String fromKey, String toBucket, String toKey, PutOptions options) {
        Arguments.require(
                "fromBucket", fromBucket, "fromKey", fromKey, "toBucket", toBucket, "toKey", toKey, "options", options);
        return operations.run(
                Operation.COPY,
                toBucket,
                scope -> copy(
                        ObjectId.ofUser(fromBucket, fromKey),
                        ObjectId.ofUser(toBucket, toKey),
                        options,
                        scope,
                        context.deadline(scope)));
    }

    private CompletableFuture<PutResult> copy(
            ObjectId from, ObjectId to, PutOptions options, Scope scope, Deadline again) {
        ReadRequest all = new ReadRequest(from, null, ByteRange.ALL, ReadMode.LINEARIZABLE, ReadCondition.NONE);
        return reads.open(all, scope).thenCompose(reader -> {
            ObjectMapping row = reader.row();
            return mayShare(row, to, options, scope)
                    .thenCompose(shares -> shares
                            ? shareOrWrite(reader, to, options, scope, again)
                            : write(reader, to, options, true, scope));
        });
    }

    private CompletableFuture<PutResult> shareOrWrite(
            ObjectReader reader, ObjectId to, PutOptions options, Scope scope, Deadline again) {
        ObjectMapping row = reader.row();
        PutOptions described = options.contentType(row.content().contentType())
                .userMetadata(row.content().userMetadata());
        return share(row, to, described, scope).exceptionallyCompose(failure -> {
            boolean changed = Errors.unwrap(failure) instanceof ObjectChangedException;
            if (changed && !again.isPassed() && !scope.isClosed()) {
                return copy(row.id(), to, options, scope, again);
            }
            return isNotKnown(failure)
                    ? write(reader, to, options, true, scope)
                    : CompletableFuture.failedFuture(Errors.unwrap(failure));
        });
    }

    /** This version and no other, described by the options. */
    CompletableFuture<PutResult> copy(ObjectInfo version, String toBucket, String toKey, PutOptions options) {
        Arguments.require("version", version, "toBucket", toBucket, "toKey", toKey, "options", options);
        return operations.run(
                Operation.COPY,
                toBucket,
                scope -> copy(version.mapping(), ObjectId.ofUser(toBucket, toKey), options, scope));
    }

    private CompletableFuture<PutResult> copy(ObjectMapping version, ObjectId to, PutOptions options, Scope scope) {
        return mayShare(version, to, options, scope)
                .thenCompose(shares -> shares
                        ? share(version, to, options, scope)
                                .exceptionallyCompose(failure -> isNotKnown(failure)
                                        ? writePinned(version, to, options, scope)
                                        : CompletableFuture.failedFuture(Errors.unwrap(failure)))
                        : writePinned(version, to, options, scope));
    }

    private CompletableFuture<Boolean> mayShare(ObjectMapping from, ObjectId to, PutOptions options, Scope scope) {
        return options.policy().isEmpty() && from.content().size() >= ObjectInfo.LEAST_SHARED_BYTES
                ? context.canShare(from.id(), to, scope)
                : CompletableFuture.completedFuture(false);
    }

    /** The metadata process is of an earlier build. */
    private static boolean isNotKnown(Throwable failure) {
        return Errors.code(failure) == ErrorCode.PROTOCOL_ERROR;
    }

    /** Not after a try whose answer was lost: that one may have made the copy. */
    private static boolean isGone(Throwable failure) {
        return Errors.code(failure) == ErrorCode.OBJECT_NOT_FOUND
                && !(Errors.unwrap(failure) instanceof WriteOutcomeUnknownException);
    }

    private CompletableFuture<PutResult> share(ObjectMapping from, ObjectId to, PutOptions options, Scope scope) {
        return reads.composition()
                .extents(from, scope)
                .thenCompose(extents -> calls.copy(from, extents, to, options, scope))
                .thenApply(copied -> PutResult.of(to, copied))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        isGone(failure)
                                ? new ObjectChangedException(
                                        ErrorCode.FRAGMENT_NOT_FOUND,
                                        "object " + from.id() + ": overwritten or deleted before it was copied",
                                        Errors.unwrap(failure))
                                : Errors.unwrap(failure)));
    }

    private CompletableFuture<PutResult> writePinned(
            ObjectMapping version, ObjectId to, PutOptions options, Scope scope) {
        return write(reads.openPinned(version, ByteRange.ALL, scope), to, options, false, scope);
    }

    private CompletableFuture<PutResult> write(
            ObjectReader reader, ObjectId to, PutOptions options, boolean alike, Scope scope) {
        return CopySource.start(reader)
                .thenCompose(source -> writer.write(to, source, alike ? source.described(options) : options, scope))
                .thenApply(written -> PutResult.of(to, written));
    }
}
