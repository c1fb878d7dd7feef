package io.chameleon.client.internal.read;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.FragmentFault;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Finds the fragments of an object, with all its chunks or components, that are not in their place. */
public final class Verifier {
    /**
     * What was found, and of which version.
     *
     * @param faults by segment, counted through all chunks or components, and index
     * @param unreadable segments with too few fragments left
     */
    public record Found(ObjectMapping row, List<FragmentFault> faults, int unreadable) {}

    private final ClientContext context;
    private final SegmentVerifier segments;
    private final ExtentCache lists;

    Verifier(ClientContext context, FragmentFetcher fetcher, DamageReporter damage, ExtentCache lists) {
        this.context = context;
        this.segments = new SegmentVerifier(context, fetcher, damage);
        this.lists = lists;
    }

    /** Restarts if faults may be due to an overwrite or a move meanwhile. */
    CompletableFuture<Found> verify(ObjectMapping row, Scope scope) {
        return whole(row, scope)
                .exceptionallyCompose(failure -> Errors.unwrap(failure) instanceof VersionChangedException changed
                        ? verifyNow(row, changed.current, scope)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)));
    }

    private CompletableFuture<Found> whole(ObjectMapping row, Scope scope) {
        Found nothing = new Found(row, List.of(), 0);
        if (row.content().isComposed()) {
            return lists.of(row, scope)
                    .thenCompose(extents -> components(row, extents, 0, nothing, scope))
                    .exceptionallyCompose(failure -> changed(row, "a component", failure, scope));
        }
        return row.content().isChunked() ? chunks(row, 0, nothing, scope) : segments(row, scope);
    }

    private CompletableFuture<Found> changed(ObjectMapping row, String piece, Throwable failure, Scope scope) {
        return Errors.unwrap(failure) instanceof VersionChangedException
                ? VersionFate.of(context, row, piece, scope)
                : CompletableFuture.failedFuture(Errors.unwrap(failure));
    }

    /**
     * Component after component.
     *
     * @param first number of its first segment
     */
    private CompletableFuture<Found> components(
            ObjectMapping row, List<Extent> left, int first, Found before, Scope scope) {
        if (left.isEmpty()) {
            return CompletableFuture.completedFuture(before);
        }
        ObjectId id = Components.id(row.id().bucket(), left.get(0).component());
        return context.lookup(id, scope, context.deadline(scope))
                .thenCompose(found -> found.mapping() == null
                        ? CompletableFuture.failedFuture(new VersionChangedException(null))
                        : whole(found.mapping(), scope))
                .thenCompose(found -> {
                    ObjectContent content = found.row.content();
                    int segmentBytes = content.segmentBytes();
                    int segments = Math.toIntExact((content.size() + segmentBytes - 1) / segmentBytes);
                    return components(
                            row, left.subList(1, left.size()), first + segments, sum(before, found, first), scope);
                });
    }

    private CompletableFuture<Found> verifyNow(ObjectMapping before, @Nullable ObjectMapping now, Scope scope) {
        if (now == null) {
            throw new ChameleonError(ErrorCode.OBJECT_NOT_FOUND, "no object " + before.id());
        }
        return verify(now, scope);
    }

    private CompletableFuture<Found> chunks(ObjectMapping row, int number, Found before, Scope scope) {
        if (number == row.content().chunks()) {
            return CompletableFuture.completedFuture(before);
        }
        ObjectId id = Chunks.id(row.id().bucket(), row.content().contentId(), number);
        return context.lookup(id, scope, context.deadline(scope))
                .thenCompose(found -> found.mapping() == null
                        ? CompletableFuture.failedFuture(new VersionChangedException(null))
                        : segments(found.mapping(), scope))
                .exceptionallyCompose(failure -> changed(row, "chunk " + id, failure, scope))
                .thenCompose(chunk -> {
                    int first =
                            number * (row.content().chunkBytes() / row.content().segmentBytes());
                    return chunks(row, number + 1, sum(before, chunk, first), scope);
                });
    }

    private static Found sum(Found before, Found chunk, int first) {
        List<FragmentFault> faults = new ArrayList<>(before.faults);
        chunk.faults.forEach(fault -> faults.add(new FragmentFault(
                first + fault.segment(), fault.index(), fault.server(), fault.code(), fault.reason())));
        return new Found(before.row, faults, before.unreadable + chunk.unreadable);
    }

    private CompletableFuture<Found> segments(ObjectMapping row, Scope scope) {
        return segments.faults(row, scope).thenCompose(faults -> {
            if (faults.isEmpty()) {
                return CompletableFuture.completedFuture(new Found(row, faults, 0));
            }
            return context.lookup(row.id(), scope, context.deadline(scope)).thenCompose(found -> {
                ObjectMapping now = found.mapping();
                if (now == null && ObjectId.isInternal(row.id().bucket())) {
                    throw new VersionChangedException(null);
                }
                if (now == null) {
                    throw new ChameleonError(ErrorCode.OBJECT_NOT_FOUND, "no object " + row.id());
                }
                boolean same = now.writeId().equals(row.writeId()) && now.live().equals(row.live());
                return same
                        ? CompletableFuture.completedFuture(
                                new Found(row, faults, SegmentVerifier.unreadable(row, faults)))
                        : whole(now, scope);
            });
        });
    }
}
