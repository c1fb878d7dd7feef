package io.chameleon.simssd.envm;

/**
 * Maps the slots of a cache to pages, finds a page in O(1), and keeps the slots in lists ordered by use. A slot is on
 * exactly one list; list {@value #FREE} holds those without a page. Some 45 bytes per slot; no allocation after
 * construction. One thread at a time.
 */
final class SlotTable {
    static final int NONE = -1;
    static final int FREE = 0;

    private final int capacity;
    private final long[] page;
    private final int[] uses;
    private final long[] lastUse;
    private final byte[] list;
    /**
     * Neighbours in the slot's list; head and tail of list {@code l} are at {@code capacity + l}, which closes the
     * ring.
     */
    private final int[] newer;

    private final int[] older;
    private final int[] size;
    /** Open addressing: slot + 1, or 0; at most half full. */
    private final int[] index;

    private long clock;

    /** @param lists lists besides {@link #FREE}, numbered from 1 */
    SlotTable(int capacity, int lists) {
        this.capacity = capacity;
        page = new long[capacity];
        uses = new int[capacity];
        lastUse = new long[capacity];
        list = new byte[capacity];
        newer = new int[capacity + lists + 1];
        older = new int[capacity + lists + 1];
        size = new int[lists + 1];
        index = new int[Math.max(2, Integer.highestOneBit(Math.max(1, capacity)) * 4)];
        for (int ring = capacity; ring < newer.length; ring++) {
            newer[ring] = ring;
            older[ring] = ring;
        }
        for (int slot = capacity - 1; slot >= 0; slot--) {
            link(slot, FREE, older[capacity]);
        }
    }

    int capacity() {
        return capacity;
    }

    int size(int onList) {
        return size[onList];
    }

    /** The slot that holds the page, or {@link #NONE}. */
    int find(long wanted) {
        for (int at = home(wanted); index[at] != 0; at = at + 1 & index.length - 1) {
            int slot = index[at] - 1;
            if (page[slot] == wanted) {
                return slot;
            }
        }
        return NONE;
    }

    long page(int slot) {
        return page[slot];
    }

    int listOf(int slot) {
        return list[slot];
    }

    /** How often the slot's page was used since it entered. */
    int uses(int slot) {
        return uses[slot];
    }

    /** The time of its last use, in uses of the whole table. */
    long lastUse(int slot) {
        return lastUse[slot];
    }

    /** The least recently used slot of the list, for {@link #FREE} any, or {@link #NONE}. */
    int oldest(int onList) {
        int slot = newer[capacity + onList];
        return slot >= capacity ? NONE : slot;
    }

    /** Gives a free slot to a page that has none, as the newest of its list, used {@code before} times and once now. */
    void claim(int slot, long newPage, int toList, int before) {
        page[slot] = newPage;
        uses[slot] = before;
        int at = home(newPage);
        while (index[at] != 0) {
            at = at + 1 & index.length - 1;
        }
        index[at] = slot + 1;
        use(slot, toList);
    }

    /** Counts a use: the slot becomes the newest of the list. */
    void use(int slot, int onList) {
        if (uses[slot] < Integer.MAX_VALUE) {
            uses[slot]++;
        }
        lastUse[slot] = ++clock;
        moveToNewest(slot, onList);
    }

    void moveToNewest(int slot, int onList) {
        unlink(slot);
        link(slot, onList, older[capacity + onList]);
    }

    void moveToOldest(int slot, int onList) {
        unlink(slot);
        link(slot, onList, capacity + onList);
    }

    /** Removes the slot's page; the slot is free. */
    void release(int slot) {
        unindex(slot);
        moveToNewest(slot, FREE);
    }

    private void link(int slot, int onList, int after) {
        int next = newer[after];
        newer[after] = slot;
        older[slot] = after;
        newer[slot] = next;
        older[next] = slot;
        list[slot] = (byte) onList;
        size[onList]++;
    }

    private void unlink(int slot) {
        newer[older[slot]] = newer[slot];
        older[newer[slot]] = older[slot];
        size[list[slot]]--;
    }

    private void unindex(int slot) {
        int hole = home(page[slot]);
        while (index[hole] != slot + 1) {
            hole = hole + 1 & index.length - 1;
        }
        int at = hole;
        while (true) {
            at = at + 1 & index.length - 1;
            if (index[at] == 0) {
                index[hole] = 0;
                return;
            }
            // An entry may fill the hole unless its home is after the hole, up to its own position.
            int home = home(page[index[at] - 1]);
            if ((at - home & index.length - 1) >= (at - hole & index.length - 1)) {
                index[hole] = index[at];
                hole = at;
            }
        }
    }

    private int home(long ofPage) {
        long mixed = ofPage * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 33) & index.length - 1;
    }
}
