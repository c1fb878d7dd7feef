package io.chameleon.metadata.rebuild;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.Crc32c;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.WholeObject;
import io.chameleon.metadata.rebuild.table.RebuildTable;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Assembles large objects from chunks, which arrive sorted by id, the best of several copies first. The last chunk
 * holds the object's name; if it is missing, the upload did not end, or the object's name is unknown.
 */
final class ChunkGroups implements Consumer<RebuiltVersion> {
    private final Consumer<RebuiltVersion> wholes;
    private final Runnable unfinished;
    private final List<RebuiltVersion> group = new ArrayList<>();

    /**
     * @param wholes receives each object; one with lost chunks is unreadable
     * @param unfinished called for each write without its last chunk
     */
    ChunkGroups(Consumer<RebuiltVersion> wholes, Runnable unfinished) {
        this.wholes = wholes;
        this.unfinished = unfinished;
    }

    /** Of all chunks that were gathered; adds the objects to them. */
    static void gather(RebuildTable table, Runnable unfinished) {
        Batches<RebuiltVersion> batches = new Batches<>(table::addVersions);
        ChunkGroups groups = new ChunkGroups(batches, unfinished);
        table.inOrder().chunks(groups);
        groups.end();
        batches.end();
    }

    @Override
    public void accept(RebuiltVersion chunk) {
        if (!group.isEmpty()) {
            ObjectId last = group.getLast().row().id();
            if (last.equals(chunk.row().id())) {
                return;
            }
            if (!write(last).equals(write(chunk.row().id()))
                    || !last.bucket().equals(chunk.row().id().bucket())) {
                end();
            }
        }
        group.add(chunk);
    }

    /** Must be called after the last chunk. */
    void end() {
        if (group.isEmpty()) {
            return;
        }
        whole(group.getLast()).ifPresentOrElse(wholes, unfinished);
        group.clear();
    }

    /** Empty if the last chunk is not there, or no commit can have made what it tells of. */
    private Optional<RebuiltVersion> whole(RebuiltVersion last) {
        try {
            return WholeObject.of(last.row().content())
                    .filter(_ -> Chunks.number(last.row().id()) > 0)
                    .flatMap(whole -> whole(whole, last));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty(); // whoever put it says what it tells
        }
    }

    private static WriteId write(ObjectId chunk) {
        return Chunks.contentId(chunk);
    }

    private Optional<RebuiltVersion> whole(WholeObject whole, RebuiltVersion last) {
        ObjectMapping first = group.getFirst().row();
        int count = Chunks.number(last.row().id()) + 1;
        boolean complete = group.size() == count && isEven(first.content().size(), last);
        // The length of an unreadable object does not matter.
        int chunkBytes = complete
                ? Math.toIntExact(first.content().size())
                : first.content().segmentBytes();
        long lastBytes = complete ? last.row().content().size() : chunkBytes;
        ObjectContent content = new ObjectContent(
                write(first.id()),
                (count - 1L) * chunkBytes + lastBytes,
                first.content().segmentBytes(),
                chunkBytes,
                crc(),
                whole.contentType(),
                whole.userMetadata());
        // A component's key is its content id.
        String bucket = ObjectId.userBucket(first.id().bucket());
        boolean isComponent = whole.key().equals(content.contentId().toString());
        Optional<ObjectId> id = isComponent
                ? Optional.of(Components.id(bucket, content.contentId()))
                : RowNames.object(bucket, whole.key());
        boolean readable = complete && group.stream().allMatch(chunk -> chunk.state() == RebuiltVersion.State.READABLE);
        return id.map(of -> new RebuiltVersion(
                MappingRules.rebuilt(of, content.contentId(), content, first.destination(), false),
                List.of(),
                readable ? RebuiltVersion.State.READABLE : RebuiltVersion.State.UNREADABLE,
                last.principal()));
    }

    /** Whether all chunks but the last are as long as the first, and the last no longer. */
    private boolean isEven(long bytes, RebuiltVersion last) {
        return last.row().content().size() <= bytes
                && group.subList(0, group.size() - 1).stream()
                        .allMatch(chunk -> chunk.row().content().size() == bytes);
    }

    private int crc() {
        int crc = 0;
        for (RebuiltVersion chunk : group) {
            ObjectContent content = chunk.row().content();
            crc = Crc32c.combine(crc, content.crc32c(), content.size());
        }
        return crc;
    }
}
