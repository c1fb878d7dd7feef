package io.chameleon.client.internal.read;

import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.BitSet;

/** Which fragments of a segment are enough for what is wanted of it. Padding is there from the beginning. */
interface Goal {
    /** What nobody has to be asked for. */
    BitSet padding();

    /** Whether these are enough. */
    boolean isReached(BitSet fragments);

    /** Whether a fragment brings others, which are not enough, nearer. */
    boolean isServedBy(int index, BitSet fragments);

    /** Any fragments that yield all data: k of k + m, one replica. */
    static Goal segment(SegmentSlice slice) {
        RedundancyScheme scheme = slice.scheme();
        return new Goal() {
            @Override
            public BitSet padding() {
                return scheme.padding(slice.segmentLength());
            }

            @Override
            public boolean isReached(BitSet fragments) {
                return scheme.isReadable(fragments);
            }

            @Override
            public boolean isServedBy(int index, BitSet fragments) {
                return scheme.adds(fragments, index);
            }
        };
    }

    /** All but one of a local group, which yield the one. */
    static Goal group(SegmentSlice slice, BitSet members) {
        int needed = members.cardinality() - 1;
        return new Goal() {
            @Override
            public BitSet padding() {
                BitSet padding = slice.scheme().padding(slice.segmentLength());
                padding.and(members);
                return padding;
            }

            @Override
            public boolean isReached(BitSet fragments) {
                return fragments.cardinality() >= needed;
            }

            @Override
            public boolean isServedBy(int index, BitSet fragments) {
                return members.get(index) && !fragments.get(index);
            }
        };
    }
}
