package io.chameleon.testkit.table;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes rows out of an {@link InMemoryMappingTable}, with what belongs to them. Not thread-safe. */
final class RowRemoval {
    private final InMemoryRows rows;

    RowRemoval(InMemoryRows rows) {
        this.rows = rows;
    }

    /** The row and all of its bytes; those in components, unless something else refers to them. */
    void whole(ObjectMapping row, long now) {
        one(row, now);
        pieces(row, now);
    }

    /** What lies outside the row of a version that is gone. */
    void pieces(ObjectMapping gone, long now) {
        chunks(ChunkUpload.chunksOf(gone), now);
        rows.components().drop(gone);
    }

    void chunks(ChunkUpload.@Nullable Key of, long now) {
        if (of != null) {
            ObjectId first = Chunks.id(of.bucket(), of.contentId(), 0);
            ObjectId last = Chunks.id(of.bucket(), of.contentId(), Chunks.MAX_COUNT - 1);
            List.copyOf(rows.objects().subMap(first, true, last, true).values()).forEach(chunk -> one(chunk, now));
        }
    }

    private void one(ObjectMapping row, long now) {
        rows.objects().remove(row.id());
        rows.log().drop(row.id());
        rows.repairs().remove(row.id());
        rows.outbox().add(row.writeId(), MappingRules.garbageOf(row), now);
    }
}
