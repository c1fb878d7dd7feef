package io.chameleon.metadata.rebuild;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Manifest;
import java.util.Optional;

/** The names that rows have for what manifests name. Who puts fragments also says what their manifest is. */
final class RowNames {
    private final Share share;

    RowNames(Share share) {
        this.share = share;
    }

    /** The manifest with the name of its row; empty if no commit can have made a row of it. */
    Optional<Manifest> of(Manifest manifest) {
        if (!isPossible(manifest.id())) {
            return Optional.empty();
        }
        ObjectId row = share.row(manifest.id());
        return isInItsSlice(row, manifest.content().contentId())
                ? Optional.of(new Manifest(row, manifest.content(), manifest.scheme(), manifest.former()))
                : Optional.empty();
    }

    /**
     * The object that chunks or a list of extents are of.
     *
     * @param bucket of the user, or the slice of it that they are in
     * @param key that they say
     * @return empty if no commit can have made it of them
     */
    static Optional<ObjectId> object(String bucket, String key) {
        try {
            ObjectId named = new ObjectId(Slices.whole(bucket), key);
            ObjectId row = Slices.isSlice(bucket) ? Slices.in(named) : named;
            return Optional.of(row).filter(id -> id.bucket().equals(bucket));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Chunks and components have content ids for names. */
    private static boolean isPossible(ObjectId id) {
        try {
            if (Chunks.isChunk(id)) {
                Chunks.requireName(id);
            } else if (Components.isComponent(id)) {
                WriteId unused = Components.contentId(id);
            }
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** In a sliced bucket commits are refused whose content id names another slice than that of their object. */
    private static boolean isInItsSlice(ObjectId row, WriteId contentId) {
        return !Slices.isSlice(row.bucket())
                || ObjectId.isInternal(row.bucket())
                || Slices.of(row) == Slices.of(contentId);
    }
}
