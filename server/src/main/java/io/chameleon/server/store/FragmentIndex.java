package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Every fragment of the store, in the order of its id (write id unsigned, segment, index), with the first page of its
 * chain.
 *
 * <p>A sorted list of leaves of primitive arrays, about 40 bytes a fragment: a lookup is two binary searches, the
 * fragments of one write are neighbours, a listing is a walk. New write ids are the youngest, so puts append and leaves
 * fill up; neighbouring leaves merge after deletions. Not safe for concurrent use.
 */
final class FragmentIndex {
    /** A fragment and where its pages begin. */
    record Entry(Fragment fragment, int firstPage) {}

    private static final int LEAF = 256;

    private final List<Leaf> leaves = new ArrayList<>();
    private int size;

    int size() {
        return size;
    }

    @Nullable
    Entry get(FragmentId id) {
        int at = leafOf(id);
        if (at < 0) {
            return null;
        }
        Leaf leaf = leaves.get(at);
        int slot = leaf.find(id);
        return slot < 0 ? null : leaf.entry(slot);
    }

    /** Adds the entry, or replaces the one with the same id. */
    void put(Entry entry) {
        FragmentId id = entry.fragment().id();
        int at = Math.max(0, leafOf(id));
        if (leaves.isEmpty()) {
            leaves.add(new Leaf());
        }
        Leaf leaf = leaves.get(at);
        int slot = leaf.find(id);
        if (slot >= 0) {
            leaf.set(slot, entry);
            return;
        }
        slot = -slot - 1;
        if (leaf.size == LEAF) {
            // The youngest write goes into a leaf of its own instead of splitting a full one that gets no more puts.
            int keep = at == leaves.size() - 1 && slot == LEAF ? LEAF : LEAF / 2;
            Leaf right = leaf.split(keep);
            leaves.add(at + 1, right);
            if (slot >= keep) {
                leaf = right;
                slot -= keep;
            }
        }
        leaf.insert(slot, entry);
        size++;
    }

    @Nullable
    Entry remove(FragmentId id) {
        int at = leafOf(id);
        if (at < 0) {
            return null;
        }
        Leaf leaf = leaves.get(at);
        int slot = leaf.find(id);
        if (slot < 0) {
            return null;
        }
        Entry removed = leaf.entry(slot);
        leaf.remove(slot);
        size--;
        if (leaf.size == 0) {
            leaves.remove(at);
        } else if (at + 1 < leaves.size() && leaf.size + leaves.get(at + 1).size <= LEAF / 2) {
            leaf.append(leaves.remove(at + 1));
        }
        return removed;
    }

    /** The fragments of one write, in order. */
    List<Entry> ofWrite(WriteId writeId) {
        List<Entry> found = new ArrayList<>(1);
        walk(new FragmentId(writeId, 0, 0), entry -> {
            boolean same = entry.fragment().id().writeId().equals(writeId);
            if (same) {
                found.add(entry);
            }
            return same;
        });
        return found;
    }

    /** Visits entries in order, from {@code from} on (null: from the first), until {@code visitor} returns false. */
    void walk(@Nullable FragmentId from, Predicate<Entry> visitor) {
        int at = from == null ? 0 : Math.max(0, leafOf(from));
        int slot = from == null || leaves.isEmpty() ? 0 : leaves.get(at).find(from);
        slot = slot < 0 ? -slot - 1 : slot;
        for (; at < leaves.size(); at++, slot = 0) {
            Leaf leaf = leaves.get(at);
            for (; slot < leaf.size; slot++) {
                if (!visitor.test(leaf.entry(slot))) {
                    return;
                }
            }
        }
    }

    /** The last leaf whose first id is not after {@code id}; -1 if there is none. */
    private int leafOf(FragmentId id) {
        int low = 0;
        int high = leaves.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (leaves.get(middle).compare(0, id) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** Up to {@link #LEAF} entries in order, column by column. */
    private static final class Leaf {
        private final long[] high = new long[LEAF];
        private final long[] low = new long[LEAF];
        private final int[] fragment = new int[LEAF];
        private final int[] length = new int[LEAF];
        private final int[] crc = new int[LEAF];
        private final int[] scheme = new int[LEAF];
        private final int[] segmentLength = new int[LEAF];
        private final int[] firstPage = new int[LEAF];
        private final Object[] columns = {high, low, fragment, length, crc, scheme, segmentLength, firstPage};
        private int size;

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
        Leaf split(int keep) {
            Leaf right = new Leaf();
            move(right, keep, 0, size - keep);
            right.size = size - keep;
            size = keep;
            return right;
        }

        void append(Leaf other) {
            other.move(this, 0, size, other.size);
            size += other.size;
        }

        private void move(Leaf to, int fromSlot, int toSlot, int count) {
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
                    RedundancyPolicy.ofCode(packed >> 24),
                    (packed >> 8 & 0xFF) + 1,
                    packed & 0xFF,
                    packed >> 16 & 0xFF);
        }
    }
}
