package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.server.store.FragmentIndex.Entry;

/** Up to {@link #MOST} entries of a {@link FragmentIndex} in order, column by column. */
final class FragmentLeaf {
    static final int MOST = 256;

    private final long[] high = new long[MOST];
    private final long[] low = new long[MOST];
    private final int[] fragment = new int[MOST];
    private final int[] length = new int[MOST];
    private final int[] crc = new int[MOST];
    private final int[] scheme = new int[MOST];
    private final int[] segmentLength = new int[MOST];
    private final int[] firstPage = new int[MOST];
    private final Object[] columns = {high, low, fragment, length, crc, scheme, segmentLength, firstPage};
    private int size;

    int size() {
        return size;
    }

    int compare(int slot, FragmentId id) {
        int byHigh = Long.compareUnsigned(high[slot], id.writeId().high());
        if (byHigh != 0) {
            return byHigh;
        }
        int byLow = Long.compareUnsigned(low[slot], id.writeId().low());
        return byLow != 0 ? byLow : Integer.compare(fragment[slot], PageOwner.packed(id));
    }

    /** The slot of {@code id}, or {@code -(slot it belongs to) - 1}. */
    int find(FragmentId id) {
        int from = 0;
        int to = size - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int order = compare(middle, id);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return -from - 1;
    }

    Entry entry(int slot) {
        FragmentId id = PageOwner.unpacked(new WriteId(high[slot], low[slot]), fragment[slot]);
        return new Entry(
                new Fragment(id, length[slot], crc[slot], unpackScheme(scheme[slot]), segmentLength[slot]),
                firstPage[slot]);
    }

    void set(int slot, Entry entry) {
        Fragment value = entry.fragment();
        high[slot] = value.id().writeId().high();
        low[slot] = value.id().writeId().low();
        fragment[slot] = PageOwner.packed(value.id());
        length[slot] = value.length();
        crc[slot] = value.crc32c();
        scheme[slot] = packScheme(value.scheme());
        segmentLength[slot] = value.segmentLength();
        firstPage[slot] = entry.firstPage();
    }

    void insert(int slot, Entry entry) {
        move(this, slot, slot + 1, size - slot);
        set(slot, entry);
        size++;
    }

    void remove(int slot) {
        move(this, slot + 1, slot, size - slot - 1);
        size--;
    }

    /** Keeps the first {@code keep} entries and returns the others. */
    FragmentLeaf split(int keep) {
        FragmentLeaf right = new FragmentLeaf();
        move(right, keep, 0, size - keep);
        right.size = size - keep;
        size = keep;
        return right;
    }

    void append(FragmentLeaf other) {
        other.move(this, 0, size, other.size);
        size += other.size;
    }

    private void move(FragmentLeaf to, int fromSlot, int toSlot, int count) {
        for (int i = 0; i < columns.length; i++) {
            System.arraycopy(columns[i], fromSlot, to.columns[i], toSlot, count);
        }
    }

    private static int packScheme(RedundancyScheme scheme) {
        return scheme.policy().code() << 24
                | scheme.localGroups() << 16
                | (scheme.dataFragments() - 1) << 8
                | scheme.parityFragments();
    }

    private static RedundancyScheme unpackScheme(int packed) {
        return new RedundancyScheme(
                RedundancyPolicy.ofCode(packed >> 24), (packed >> 8 & 0xFF) + 1, packed & 0xFF, packed >> 16 & 0xFF);
    }
}
