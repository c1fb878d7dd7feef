package io.chameleon.client.read;

import io.chameleon.client.ReadMode;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Deadline;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Opens objects, and gathers small ones in one array. */
public final class ObjectReads {
    /** What a Java array can hold on every machine. */
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private final ClientContext context;
    private final VersionReader segments;
    private final Verifier verifier;

    public ObjectReads(ClientContext context) {
        this.context = context;
        FragmentFetcher fetcher = new FragmentFetcher(context);
        DamageReporter damage = new DamageReporter(context);
        segments = new VersionReader(context, new SegmentReader(context, fetcher, damage));
        verifier = new Verifier(context, fetcher, damage);
    }

    public CompletableFuture<ObjectReader> open(ObjectId id, ByteRange range, ReadMode mode, Scope scope) {
        return ObjectReader.open(context, segments, id, range, mode, scope);
    }

    /** A part of this version and no other: {@link ObjectChangedException} as soon as it is not to be had any more. */
    public ObjectReader openPinned(ObjectMapping row, ByteRange range, Scope scope) {
        return ObjectReader.pinned(context, segments, row, range, scope);
    }

    /** Reads and checks every fragment of a version, or of the one that has taken its place meanwhile. */
    public CompletableFuture<Verifier.Found> verify(ObjectMapping row, Scope scope) {
        return verifier.verify(row, scope);
    }

    /** All bytes of the range, of one version: starts over when that version disappears on the way. */
    public CompletableFuture<byte[]> bytes(ObjectId id, ByteRange range, ReadMode mode, Scope scope) {
        return bytes(id, range, mode, scope, context.deadline());
    }

    private CompletableFuture<byte[]> bytes(ObjectId id, ByteRange range, ReadMode mode, Scope scope, Deadline again) {
        return open(id, range, mode, scope)
                .thenCompose(reader -> reader.next().thenCompose(first -> rest(reader, first)))
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof ObjectChangedException
                                && !again.isPassed()
                                && !scope.isClosed()
                        ? bytes(id, range, mode, scope, again)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private static CompletableFuture<byte[]> rest(ObjectReader reader, byte @Nullable [] first) {
        if (first == null) {
            return CompletableFuture.completedFuture(new byte[0]);
        }
        long length = reader.length();
        Require.that(
                length <= LARGEST_ARRAY,
                "bytes of " + reader.row().id(),
                length,
                "at most " + LARGEST_ARRAY + "; use a stream");
        if (first.length == length) {
            return reader.next().thenApply(end -> first);
        }
        byte[] all = new byte[(int) length];
        System.arraycopy(first, 0, all, 0, first.length);
        return fill(reader, all, first.length);
    }

    private static CompletableFuture<byte[]> fill(ObjectReader reader, byte[] all, int filled) {
        return reader.next().thenCompose(chunk -> {
            if (chunk == null) {
                return CompletableFuture.completedFuture(all);
            }
            System.arraycopy(chunk, 0, all, filled, chunk.length);
            return fill(reader, all, filled + chunk.length);
        });
    }
}
