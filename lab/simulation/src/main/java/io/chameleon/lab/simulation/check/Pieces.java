package io.chameleon.lab.simulation.check;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import io.chameleon.lab.simulation.world.World;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether objects in pieces have all of them.
 *
 * @param extents of a composed version; null if there is no such list
 */
record Pieces(World world, Function<ObjectMapping, @Nullable List<Extent>> extents) {
    /** @param all rows at this moment */
    void check(ObjectMapping row, List<ObjectMapping> all, String after) {
        if (row.content().isChunked()) {
            checkChunks(row, all, after);
        }
        if (row.content().isComposed()) {
            checkComponents(row, all, after);
        }
    }

    /** A composed object has all of its components. */
    private void checkComponents(ObjectMapping object, List<ObjectMapping> all, String after) {
        List<Extent> list = extents.apply(object);
        if (list == null || list.size() != object.content().extents()) {
            world.violated("invariant 9 after " + after + ": the list of " + object.id() + " is " + list);
            return;
        }
        for (Extent extent : list) {
            ObjectId id = Components.id(ObjectId.userBucket(object.id().bucket()), extent.component());
            boolean there = all.stream()
                    .anyMatch(row -> row.id().equals(id) && row.content().size() >= extent.offset() + extent.length());
            if (!there) {
                world.violated("invariant 9 after " + after + ": " + object.id() + " misses " + id);
            }
        }
    }

    /** A chunked object has all of its chunks. */
    private void checkChunks(ObjectMapping object, List<ObjectMapping> all, String after) {
        List<ObjectMapping> chunks =
                all.stream().filter(row -> isChunkOf(row, object)).toList();
        long bytes = chunks.stream().mapToLong(row -> row.content().size()).sum();
        ObjectContent content = object.content();
        if (chunks.size() != content.chunks() || bytes != content.size()) {
            world.violated("invariant 1 after " + after + ": " + object.id() + " has " + chunks.size() + " of "
                    + content.chunks() + " chunks, " + bytes + " of " + content.size() + " bytes");
        }
    }

    static boolean isChunkOf(ObjectMapping row, ObjectMapping object) {
        return Chunks.isChunk(row.id())
                && object.content().isChunked()
                && ObjectId.userBucket(row.id().bucket())
                        .equals(ObjectId.userBucket(object.id().bucket()))
                && Chunks.contentId(row.id()).equals(object.content().contentId());
    }
}
