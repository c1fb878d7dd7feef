package io.chameleon.core.mapping;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * What is stored, as quotas count it: bytes as the client wrote them, whatever redundancy adds, and objects.
 *
 * <p>The bytes of a chunked object are counted with its chunks, from the commit of each on, and those are no objects.
 */
public record Usage(long bytes, long objects) {
    public static final Usage NONE = new Usage(0, 0);

    /** Of one row. */
    public static Usage of(ObjectId id, ObjectContent content) {
        return new Usage(content.isChunked() ? 0 : content.size(), Chunks.isChunk(id) ? 0 : 1);
    }

    /** Of one row; nothing if there is none. */
    public static Usage of(@Nullable ObjectMapping row) {
        return row == null ? NONE : of(row.id(), row.content());
    }

    public Usage plus(Usage other) {
        return new Usage(bytes + other.bytes, objects + other.objects);
    }

    public Usage minus(Usage other) {
        return new Usage(bytes - other.bytes, objects - other.objects);
    }
}
