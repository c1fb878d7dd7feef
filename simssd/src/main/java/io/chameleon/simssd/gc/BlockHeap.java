package io.chameleon.simssd.gc;

import java.util.Arrays;

/**
 * Blocks ordered by a key, smallest first: a binary heap that knows the position of each block. O(log n) per change,
 * O(1) to look.
 */
final class BlockHeap {
    private static final int ABSENT = -1;

    private final int[] heap;
    private final int[] position;
    private final long[] key;
    private int size;

    BlockHeap(int blocks) {
        heap = new int[blocks];
        position = new int[blocks];
        key = new long[blocks];
        Arrays.fill(position, ABSENT);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** A block with the smallest key; there must be one. */
    int first() {
        return heap[0];
    }

    /** Adds the block, or changes its key. */
    void put(int block, long newKey) {
        key[block] = newKey;
        if (position[block] == ABSENT) {
            place(block, size++);
        }
        sift(block);
    }

    /** Does nothing if the block is not there. */
    void remove(int block) {
        int gap = position[block];
        if (gap != ABSENT) {
            int last = heap[--size];
            position[block] = ABSENT;
            if (last != block) {
                place(last, gap);
                sift(last);
            }
        }
    }

    private void sift(int block) {
        int at = position[block];
        while (at > 0 && key[heap[(at - 1) / 2]] > key[block]) {
            place(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        for (int child = smallerChild(at); child < size && key[heap[child]] < key[block]; child = smallerChild(at)) {
            place(heap[child], at);
            at = child;
        }
        place(block, at);
    }

    private int smallerChild(int at) {
        int left = 2 * at + 1;
        return left + 1 < size && key[heap[left + 1]] < key[heap[left]] ? left + 1 : left;
    }

    private void place(int block, int at) {
        heap[at] = block;
        position[block] = at;
    }
}
