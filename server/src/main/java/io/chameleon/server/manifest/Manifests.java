package io.chameleon.server.manifest;

import io.chameleon.core.WriteId;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Keeps manifests for as long as there are fragments of their writes. Safe from any thread. Errors: {@link UncheckedIOException}; then
 * nothing more should be added.
 */
public interface Manifests extends AutoCloseable {
    /** Durable after a {@link #forced} that begins when this has returned. The later of two of one write counts. */
    void add(StoredManifest manifest);

    /** Completes when all that was added before is durable; the caller may sync its device meanwhile. */
    CompletableFuture<Void> forced();

    /**
     * @param after the cursor of the listing before, 0 for the first
     * @param limit of manifests, at least 1; fewer may come although there are more
     * @param isHere whether there are fragments of a write
     */
    ManifestListing list(long after, int limit, Predicate<WriteId> isHere);

    /** Gives back the room of writes of which there are no fragments any more. A turn of work in proportion to what was added since the last. */
    void tidy(Predicate<WriteId> isHere);

    /** What they take, those of deleted writes included. */
    long bytes();

    @Override
    void close();
}
