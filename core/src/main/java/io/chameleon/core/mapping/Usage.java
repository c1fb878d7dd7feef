package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Stored bytes and objects, as quotas count them: bytes as the client wrote them, without redundancy.
 *
 * <p>The bytes of an object in chunks or components count from the commit of each of these on. They are no objects, and
 * a component counts once, however many versions refer to it.
 */
public record Usage(long bytes, long objects) {
    public static final Usage NONE = new Usage(0, 0);

    /** Of one row. */
    public static Usage of(ObjectId id, ObjectContent content) {
        return new Usage(content.isInPieces() ? 0 : content.size(), ObjectId.isInternal(id.bucket()) ? 0 : 1);
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
