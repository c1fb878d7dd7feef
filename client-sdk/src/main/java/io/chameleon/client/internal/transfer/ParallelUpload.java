package io.chameleon.client.internal.transfer;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.write.SegmentSource;
import io.chameleon.client.internal.write.UploadParts;
import io.chameleon.client.options.UploadOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.UploadPart;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Uploads the parts of one object, several at a time, that its upload does not have yet. A part that is there is read
 * again from the source and compared by its length and checksum, so one of other bytes is uploaded anew. A part that
 * fails is tried three times. If one fails for good, no other is begun, and those under way are given up.
 *
 * <p>Memory: two segments with their parity for each part under way. No thread waits, except for the source.
 */
public final class ParallelUpload {
    /** The upload that gets the parts. */
    public record Target(ObjectId object, WriteId upload, RedundancyPolicy policy) {}

    /** Bytes of the source. */
    public interface Ranges {
        long size();

        /** May wait. */
        SegmentSource open(long offset, long length);

        /** May wait. */
        void requireUnchanged();
    }

    private final ClientContext context;
    private final UploadParts parts;
    private final Target target;
    private final Ranges source;
    private final PartSizes sizes;
    private final int parallel;
    private final Executor blocking;
    private final Scope parent;
    /** Of the parts: closed when one has failed. */
    private final Scope scope;

    private final PartSender sender;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
    private final AtomicReferenceArray<UploadPart> done;

    public ParallelUpload(
            ClientContext context,
            UploadParts parts,
            Target target,
            Ranges source,
            UploadOptions how,
            Executor blocking,
            Scope scope) {
        this.context = context;
        this.parts = parts;
        this.target = target;
        this.source = source;
        this.sizes = PartSizes.of(source.size(), how.partBytes());
        this.parallel = how.parallel();
        this.blocking = blocking;
        this.parent = scope;
        this.scope = scope.child();
        this.sender = new PartSender(context, parts, target, source, sizes, blocking, this.scope);
        this.done = new AtomicReferenceArray<>(sizes.count());
    }

    /** All parts, in order. If it fails, nothing is under way any more. */
    public CompletableFuture<List<UploadPart>> run() {
        parent.meter().expect(source.size());
        return parts.whole(target.object, target.upload, parent)
                .thenCompose(whole -> all(whole.parts()))
                .thenCompose(v -> checked())
                .thenApply(v ->
                        IntStream.range(0, sizes.count()).mapToObj(done::get).toList());
    }

    private CompletableFuture<Void> all(Map<Integer, UploadPart> there) {
        return CompletableFuture.allOf(IntStream.range(0, Math.min(parallel, sizes.count()))
                        .mapToObj(i -> oneAfterTheOther(there).whenComplete((v, failure) -> {
                            if (failure != null && failed.compareAndSet(null, Errors.unwrap(failure))) {
                                scope.close();
                            }
                        }))
                        .toArray(CompletableFuture<?>[]::new))
                .exceptionallyCompose(any -> {
                    Throwable first = failed.get();
                    return CompletableFuture.failedFuture(first == null ? any : first);
                });
    }

    private CompletableFuture<Void> oneAfterTheOther(Map<Integer, UploadPart> there) {
        int mine = next.getAndIncrement();
        if (mine >= sizes.count() || scope.isClosed()) {
            return CompletableFuture.completedFuture(null);
        }
        return checked()
                .thenCompose(v -> sender.send(mine, there.get(mine + 1)))
                .thenAccept(part -> done.set(mine, part))
                // Through the executor: parts that are there already must not deepen the stack.
                .thenCompose(v -> context.workers().compose(() -> oneAfterTheOther(there)));
    }

    private CompletableFuture<Void> checked() {
        return scope.call(() -> CompletableFuture.runAsync(source::requireUnchanged, blocking));
    }
}
