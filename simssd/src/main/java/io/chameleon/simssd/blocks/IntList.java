package io.chameleon.simssd.blocks;

import java.util.Arrays;

/** A growable list of ints. */
public final class IntList {
    private int[] values = new int[8];
    private int size;

    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    public int get(int index) {
        return values[index];
    }

    public int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The list must not be empty. */
    int removeLast() {
        return values[--size];
    }
}
