package io.chameleon.client;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.read.ByteRange;
import io.chameleon.client.internal.read.ObjectReader;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.read.ReadRequest;
import io.chameleon.client.internal.transfer.Downloads;
import io.chameleon.client.internal.transfer.ParallelDownload;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads of objects, to wherever the caller wants the bytes.
 *
 * @param readMode unless options name another
 * @param blocking writes to the caller's files and streams
 */
record Reads(ClientContext context, Operations operations, ObjectReads objects, ReadMode readMode, Executor blocking) {

    CompletableFuture<byte[]> bytes(String bucket, String key, Supplier<GetOptions> options) {
        Arguments.require("key", key);
        return operations.run(Operation.GET, bucket, scope -> objects.bytes(request(bucket, key, options), scope));
    }

    CompletableFuture<ObjectStream> open(String bucket, String key, Supplier<GetOptions> options) {
        Arguments.require("key", key);
        return operations.open(
                Operation.OPEN,
                bucket,
                scope -> objects.lend(request(bucket, key, options), scope).thenApply(ObjectStream::new));
    }

    CompletableFuture<ObjectPublisher> publish(String bucket, String key, Supplier<GetOptions> options) {
        Arguments.require("key", key);
        return operations.open(
                Operation.READ,
                bucket,
                scope -> objects.lend(request(bucket, key, options), scope)
                        .thenCompose(reader -> ObjectPublisher.start(reader, context, scope)));
    }

    CompletableFuture<ObjectPublisher> publish(ObjectInfo version, long offset, long length) {
        Arguments.require("version", version);
        return operations.open(
                Operation.READ,
                version.bucket(),
                scope -> ObjectPublisher.start(
                        expected(objects.lendPinned(version.mapping(), new ByteRange(offset, length), scope), scope),
                        context,
                        scope));
    }

    CompletableFuture<ObjectStream> open(ObjectInfo version, long offset, long length) {
        Arguments.require("version", version);
        return operations.open(
                Operation.OPEN,
                version.bucket(),
                scope -> CompletableFuture.completedFuture(new ObjectStream(
                        expected(objects.lendPinned(version.mapping(), new ByteRange(offset, length), scope), scope))));
    }

    private static ObjectReader expected(ObjectReader reader, Scope scope) {
        scope.meter().expect(reader.length());
        return reader;
    }

    CompletableFuture<ObjectInfo> drain(String bucket, String key, Consumer<ObjectStream> sink) {
        return operations.run(
                Operation.GET_TO,
                bucket,
                scope -> operations.untilClosed(objects.lend(request(bucket, key, () -> GetOptions.DEFAULT), scope)
                        .thenApplyAsync(
                                reader -> {
                                    try (ObjectStream object = new ObjectStream(reader)) {
                                        sink.accept(object);
                                        return object.info();
                                    }
                                },
                                blocking)));
    }

    CompletableFuture<ObjectInfo> toFile(
            String bucket, String key, Path target, int parallel, Supplier<GetOptions> options) {
        Arguments.require("key", key, "target", target);
        ParallelDownload.requireParallel(parallel);
        return operations.run(Operation.GET_TO, bucket, scope -> {
            ReadRequest request = fresh(bucket, key, options);
            return objects.find(request, scope)
                    .thenComposeAsync(
                            row -> Downloads.toFile(target, part -> parts(row, request.range(), part, parallel, scope)),
                            blocking);
        });
    }

    CompletableFuture<ObjectInfo> toChannel(
            String bucket, String key, FileChannel target, int parallel, Supplier<GetOptions> options) {
        Arguments.require("key", key, "target", target);
        ParallelDownload.requireParallel(parallel);
        return operations.run(Operation.GET_TO, bucket, scope -> {
            ReadRequest request = fresh(bucket, key, options);
            return objects.find(request, scope)
                    .thenCompose(row -> parts(row, request.range(), target, parallel, scope));
        });
    }

    private CompletableFuture<ObjectInfo> parts(
            ObjectMapping row, ByteRange range, FileChannel target, int parallel, Scope scope) {
        return new ParallelDownload(objects, row, range, target, scope)
                .run(parallel, blocking)
                .thenApply(ObjectInfo::of);
    }

    CompletableFuture<ObjectInfo> head(String bucket, String key, Supplier<GetOptions> options) {
        Arguments.require("key", key);
        return operations.run(
                Operation.HEAD,
                bucket,
                scope -> objects.find(fresh(bucket, key, options), scope).thenApply(ObjectInfo::of));
    }

    CompletableFuture<Boolean> exists(String bucket, String key) {
        Arguments.require("key", key);
        return operations.run(
                Operation.EXISTS,
                bucket,
                scope -> context.lookup(ObjectId.ofUser(bucket, key), scope, context.deadline(scope))
                        .thenApply(found -> found.mapping() != null));
    }

    CompletableFuture<Verification> verify(String bucket, String key) {
        Arguments.require("key", key);
        return operations.run(
                Operation.VERIFY,
                bucket,
                scope -> row(bucket, key, scope)
                        .thenCompose(row -> objects.verify(row, scope))
                        .thenApply(found ->
                                new Verification(ObjectInfo.of(found.row()), found.faults(), found.unreadable())));
    }

    /** The row of the current version, for an operation on it. */
    CompletableFuture<ObjectMapping> row(String bucket, String key, Scope scope) {
        return objects.find(fresh(bucket, key, () -> GetOptions.DEFAULT), scope);
    }

    /** Bad options fail the operation, as a bad name does. */
    private ReadRequest request(String bucket, String key, Supplier<GetOptions> options) {
        return ReadRequest.of(ObjectId.ofUser(bucket, key), options.get(), readMode);
    }

    private ReadRequest fresh(String bucket, String key, Supplier<GetOptions> options) {
        return ReadRequest.of(ObjectId.ofUser(bucket, key), options.get().readMode(ReadMode.LINEARIZABLE), readMode);
    }
}
