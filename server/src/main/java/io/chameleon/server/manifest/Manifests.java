package io.chameleon.server.manifest;

import io.chameleon.core.WriteId;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Keeps manifests as long as fragments of their writes exist. Safe from any thread. Errors:
 * {@link UncheckedIOException}; after one, nothing more should be added.
 */
public interface Manifests extends AutoCloseable {
    /**
     * Durable after a {@link #forced} that begins when this has returned. Of two manifests of one write, the later
     * counts.
     */
    void add(StoredManifest manifest);

    /** Completes when everything added before is durable; the caller may sync its device meanwhile. */
    CompletableFuture<Void> forced();

    /**
     * @param after the cursor of the previous listing, 0 for the first
     * @param limit of manifests, at least 1; fewer may come although there are more
     * @param isHere whether there are fragments of a write
     * @throws io.chameleon.core.format.UnreadFormatException if some are of another release's format: a list without
     *     them would pass for whole
     */
    ManifestListing list(long after, int limit, Predicate<WriteId> isHere);

    /**
     * Frees the room of writes that have no fragments any more. One turn does work in proportion to what was added
     * since the last.
     */
    void tidy(Predicate<WriteId> isHere);

    /** The bytes they take, those of deleted writes included. */
    long bytes();

    @Override
    void close();
}
