package io.chameleon.client.internal.read;

import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Reads bytes of a composed object's version: its list says which components have them, and one lookup finds each of
 * these for all of its segments. A component is never overwritten, so any row of it has the right bytes; one that is
 * gone went with the version.
 *
 * <p>Remembers a few components: callers read from start to end.
 */
final class ComponentReader {
    private static final int REMEMBERED = 16;

    private final ClientContext context;
    private final VersionReader segments;
    private final ExtentCache lists;
    private final Map<ObjectId, Component> recent = new LinkedHashMap<>(16, 0.75f, true);

    /** Where a component is, as far as is known. */
    private static final class Component {
        private final ChunkReader chunks;
        private volatile CompletableFuture<ObjectMapping> row;

        Component(ChunkReader chunks, CompletableFuture<ObjectMapping> row) {
            this.chunks = chunks;
            this.row = row;
        }

        void moved(ObjectMapping to) {
            row = CompletableFuture.completedFuture(to);
        }
    }

    ComponentReader(ClientContext context, VersionReader segments, ExtentCache lists) {
        this.context = context;
        this.segments = segments;
        this.lists = lists;
    }

    /**
     * Fails with {@link VersionChangedException} if the object has another version by now.
     *
     * @param from first byte, by its place in the object
     * @param length at least 1
     */
    CompletableFuture<Piece> read(ObjectMapping object, long from, int length, Scope scope) {
        return lists.of(object, scope)
                .thenCompose(extents -> {
                    List<CompletableFuture<Piece>> parts = new ArrayList<>();
                    long begin = 0;
                    for (Extent extent : extents) {
                        long end = begin + extent.length();
                        long first = Math.max(begin, from);
                        long last = Math.min(end, from + length);
                        if (first < last) {
                            ObjectId id = Components.id(object.id().bucket(), extent.component());
                            parts.add(read(id, extent.offset() + first - begin, (int) (last - first), scope));
                        }
                        begin = end;
                    }
                    return joined(parts, length, object.id());
                })
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof VersionChangedException
                        ? VersionFate.of(context, object, "a component", scope)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private CompletableFuture<Piece> read(ObjectId id, long from, int length, Scope scope) {
        Component component = component(id, scope);
        return component.row.thenCompose(row -> {
            ObjectContent content = row.content();
            List<CompletableFuture<Piece>> parts = new ArrayList<>();
            long end = Math.min(from + length, content.size());
            int segmentBytes = content.segmentBytes();
            for (long at = from; at < end; ) {
                int within = (int) (at % segmentBytes);
                int bytes = (int) Math.min(segmentBytes - within, end - at);
                parts.add(
                        content.isChunked()
                                ? component.chunks.read(row, at, bytes, scope)
                                : segments.read(
                                        new SegmentSlice(row, Math.toIntExact(at / segmentBytes), within, bytes),
                                        scope,
                                        component::moved));
                at += bytes;
            }
            return joined(parts, length, id);
        });
    }

    private synchronized Component component(ObjectId id, Scope scope) {
        Component known = recent.get(id);
        if (known == null) {
            known = new Component(
                    new ChunkReader(context, segments),
                    context.lookup(id, scope, context.deadline(scope)).thenApply(found -> {
                        ObjectMapping row = found.mapping();
                        if (row == null) {
                            throw new VersionChangedException(null);
                        }
                        return row;
                    }));
            recent.put(id, known);
            if (recent.size() > REMEMBERED) {
                var eldest = recent.keySet().iterator();
                eldest.next();
                eldest.remove();
            }
        }
        return known;
    }

    private static CompletableFuture<Piece> joined(List<CompletableFuture<Piece>> parts, int length, ObjectId of) {
        return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new))
                .thenApply(v -> {
                    int filled = parts.stream()
                            .mapToInt(part -> part.join().length())
                            .sum();
                    if (filled != length) {
                        throw new DataUnavailableException(
                                ErrorCode.CORRUPT_FRAGMENT,
                                "object " + of + ": its list of extents has " + filled + " bytes where there must be "
                                        + length,
                                null);
                    }
                    return Piece.joined(
                            parts.stream().map(CompletableFuture::join).toList());
                });
    }
}
