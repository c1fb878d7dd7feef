package io.chameleon.simssd.gc;

/**
 * Blocks in circular doubly linked lists, each block in at most one. A list's head is the entry after the blocks. Both
 * links of a block share one long, hence one cache line: on a large device every block touched is a miss. All
 * operations O(1).
 */
final class BlockLists {
    static final int NONE = -1;

    private static final long UNLISTED = -1;

    private final int blocks;
    private final long[] links;

    /** Never read: keeps the compiler from removing the loads of {@link #fetch}. */
    long fetched;

    BlockLists(int blocks, int lists) {
        this.blocks = blocks;
        links = new long[Math.addExact(blocks, lists)];
        for (int entry = 0; entry < links.length; entry++) {
            links[entry] = entry < blocks ? UNLISTED : link(entry, entry);
        }
    }

    /** Appends a block that is in no list. */
    void append(int list, int block) {
        int head = blocks + list;
        int tail = previous(head);
        links[block] = link(tail, head);
        setNext(tail, block);
        setPrevious(head, block);
    }

    /** The block that has been in the list longest, or {@link #NONE}. */
    int first(int list) {
        int block = next(blocks + list);
        return block < blocks ? block : NONE;
    }

    boolean isListed(int block) {
        return links[block] != UNLISTED;
    }

    /** Removes a listed block from its list. */
    void remove(int block) {
        int before = previous(block);
        int after = next(block);
        setNext(before, after);
        setPrevious(after, before);
        links[block] = UNLISTED;
    }

    /** Loads what {@link #remove} will need into the caches. */
    void fetch(int block) {
        long link = links[block];
        if (link != UNLISTED) {
            fetched += links[(int) link] + links[(int) (link >>> Integer.SIZE)];
        }
    }

    private int next(int entry) {
        return (int) links[entry];
    }

    private int previous(int entry) {
        return (int) (links[entry] >>> Integer.SIZE);
    }

    private void setNext(int entry, int next) {
        links[entry] = link(previous(entry), next);
    }

    private void setPrevious(int entry, int previous) {
        links[entry] = link(previous, next(entry));
    }

    private static long link(int previous, int next) {
        return (long) previous << Integer.SIZE | next;
    }
}
