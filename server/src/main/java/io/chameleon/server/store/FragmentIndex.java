package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteId;
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

    private final List<FragmentLeaf> leaves = new ArrayList<>();
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
        FragmentLeaf leaf = leaves.get(at);
        int slot = leaf.find(id);
        return slot < 0 ? null : leaf.entry(slot);
    }

    /** Adds the entry, or replaces the one with the same id. */
    void put(Entry entry) {
        FragmentId id = entry.fragment().id();
        int at = Math.max(0, leafOf(id));
        if (leaves.isEmpty()) {
            leaves.add(new FragmentLeaf());
        }
        FragmentLeaf leaf = leaves.get(at);
        int slot = leaf.find(id);
        if (slot >= 0) {
            leaf.set(slot, entry);
            return;
        }
        slot = -slot - 1;
        if (leaf.size() == FragmentLeaf.MOST) {
            // The youngest write goes into a leaf of its own instead of splitting a full one that gets no more puts.
            int keep = at == leaves.size() - 1 && slot == FragmentLeaf.MOST ? FragmentLeaf.MOST : FragmentLeaf.MOST / 2;
            FragmentLeaf right = leaf.split(keep);
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
        FragmentLeaf leaf = leaves.get(at);
        int slot = leaf.find(id);
        if (slot < 0) {
            return null;
        }
        Entry removed = leaf.entry(slot);
        leaf.remove(slot);
        size--;
        if (leaf.size() == 0) {
            leaves.remove(at);
        } else if (at + 1 < leaves.size() && leaf.size() + leaves.get(at + 1).size() <= FragmentLeaf.MOST / 2) {
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
            FragmentLeaf leaf = leaves.get(at);
            for (; slot < leaf.size(); slot++) {
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
}
