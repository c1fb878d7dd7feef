package io.chameleon.core;

/**
 * Names one fragment: the replica or shard {@code index} of segment {@code segment} of a write. Immutable once written.
 *
 * @param segment which 8 MiB part of the object, from 0
 * @param index which replica (REP) or shard (EC, data first) of the segment, from 0
 */
public record FragmentId(WriteId writeId, int segment, int index) {
    public static final int MAX_INDEX = 255;
    public static final int MAX_SEGMENT = (1 << 23) - 1;

    public FragmentId {
        Require.that(segment >= 0 && segment <= MAX_SEGMENT, "segment", segment, "0 to " + MAX_SEGMENT);
        Require.that(index >= 0 && index <= MAX_INDEX, "fragment index", index, "0 to " + MAX_INDEX);
    }

    @Override
    public String toString() {
        return writeId + "/" + segment + "/" + index;
    }
}
