package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Deadline;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.ReadCondition;
import io.chameleon.core.Require;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Opens objects, and collects small ones in one array. */
public final class ObjectReads {
    /** The largest Java array on any machine. */
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private final ClientContext context;
    private final FragmentFetcher fetcher;
    private final DamageReporter damage;
    private final VersionReader segments;
    private final ExtentCache lists;
    private final ObjectFinder finder;
    private final Verifier verifier;
    private final Composition composition;

    public ObjectReads(ClientContext context) {
        this.context = context;
        fetcher = new FragmentFetcher(context);
        damage = new DamageReporter(context);
        segments = versions(Assembly.copying(context.workers()));
        lists = new ExtentCache(context, ExtentCache.MOST_EXTENTS);
        finder = new ObjectFinder(context);
        verifier = new Verifier(context, fetcher, damage, lists);
        composition = new Composition(context, lists);
    }

    private VersionReader versions(Assembly assembly) {
        return new VersionReader(context, new SegmentReader(context, fetcher, damage, assembly));
    }

    /** The version that is asked for. Errors: those of {@link ObjectFinder#find}. */
    public CompletableFuture<ObjectMapping> find(ReadRequest request, Scope scope) {
        return finder.find(request, scope);
    }

    /** A reader whose pieces are arrays. */
    public CompletableFuture<ObjectReader> open(ReadRequest request, Scope scope) {
        return finder.find(request, scope)
                .thenApply(row -> reader(segments, row, request.version() != null, request, scope));
    }

    /**
     * A part of this version and no other, in arrays: {@link ObjectChangedException} as soon as it is no longer
     * available.
     */
    public ObjectReader openPinned(ObjectMapping row, ByteRange range, Scope scope) {
        return new ObjectReader(context, segments, lists, row, true, range, ReadCondition.NONE, scope);
    }

    /** As {@link #open}, but the pieces are the network's buffers, which whoever takes them releases. */
    public CompletableFuture<ObjectReader> lend(ReadRequest request, Scope scope) {
        return finder.find(request, scope)
                .thenApply(row -> reader(lending(scope), row, request.version() != null, request, scope));
    }

    /** As {@link #openPinned}, but the pieces are the network's buffers, which whoever takes them releases. */
    public ObjectReader lendPinned(ObjectMapping row, ByteRange range, Scope scope) {
        return new ObjectReader(context, lending(scope), lists, row, true, range, ReadCondition.NONE, scope);
    }

    private VersionReader lending(Scope scope) {
        return versions(Assembly.lending(context.workers(), new Custody(scope)));
    }

    private ObjectReader reader(
            VersionReader pieces, ObjectMapping row, boolean pinned, ReadRequest request, Scope scope) {
        ObjectReader reader =
                new ObjectReader(context, pieces, lists, row, pinned, request.range(), request.condition(), scope);
        scope.meter().expect(reader.length());
        return reader;
    }

    /** What composed versions are made of. */
    public Composition composition() {
        return composition;
    }

    /** Reads and checks every fragment of a version, or of the one that has replaced it meanwhile. */
    public CompletableFuture<Verifier.Found> verify(ObjectMapping row, Scope scope) {
        return verifier.verify(row, scope);
    }

    /** All bytes of the range, of one version; restarts if that version disappears meanwhile. */
    public CompletableFuture<byte[]> bytes(ReadRequest request, Scope scope) {
        return bytes(request, scope, context.deadline(scope));
    }

    private CompletableFuture<byte[]> bytes(ReadRequest request, Scope scope, Deadline again) {
        long before = scope.meter().bytesReceived();
        return open(request, scope)
                .thenCompose(reader -> reader.nextArray().thenCompose(first -> rest(reader, first)))
                .exceptionallyCompose(failure -> {
                    boolean restart = Errors.unwrap(failure) instanceof ObjectChangedException
                            && request.version() == null
                            && !again.isPassed()
                            && !scope.isClosed();
                    if (!restart) {
                        return CompletableFuture.failedFuture(Errors.unwrap(failure));
                    }
                    scope.meter().inVain(scope.meter().bytesReceived() - before);
                    return bytes(request, scope, again);
                });
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
            return reader.nextArray().thenApply(end -> first);
        }
        byte[] all = new byte[(int) length];
        System.arraycopy(first, 0, all, 0, first.length);
        return fill(reader, all, first.length);
    }

    private static CompletableFuture<byte[]> fill(ObjectReader reader, byte[] all, int filled) {
        return reader.nextArray().thenCompose(chunk -> {
            if (chunk == null) {
                return CompletableFuture.completedFuture(all);
            }
            System.arraycopy(chunk, 0, all, filled, chunk.length);
            return fill(reader, all, filled + chunk.length);
        });
    }
}
