package io.chameleon.client.internal.read;

import io.chameleon.core.FragmentId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.erasure.ErasureCode;
import io.chameleon.erasure.ShardSlice;
import io.chameleon.erasure.StripeLayout;
import java.util.BitSet;
import java.util.List;

/**
 * Bytes of one segment of one version.
 *
 * @param from first byte within the segment
 * @param length at least 1
 */
record SegmentSlice(ObjectMapping row, int segment, int from, int length) {
    RedundancyScheme scheme() {
        return row.live().scheme();
    }

    int segmentLength() {
        return row.content().segmentLength(segment);
    }

    boolean isWholeSegment() {
        return length == segmentLength();
    }

    StripeLayout layout() {
        return new StripeLayout(scheme().dataFragments(), scheme().parityFragments(), segmentLength());
    }

    ErasureCode code() {
        return new ErasureCode(scheme().dataFragments(), scheme().parityFragments(), scheme().localGroups());
    }

    /** The local group that has all of these bytes, with its parity; empty if there is none. */
    BitSet localGroup() {
        List<ShardSlice> pieces = pieces();
        BitSet group = scheme().localGroup(pieces.get(0).shard());
        for (ShardSlice piece : pieces) {
            if (!group.get(piece.shard())) {
                return new BitSet();
            }
        }
        return group;
    }

    /** Where the bytes are in the data shards. */
    List<ShardSlice> pieces() {
        return layout().slices(from, length);
    }

    FragmentId fragment(int index) {
        return new FragmentId(row.writeId(), segment, index);
    }

    /** The same bytes of another row of the same content, which was moved. */
    SegmentSlice of(ObjectMapping moved) {
        return new SegmentSlice(moved, segment, from, length);
    }
}
