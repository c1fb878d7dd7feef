package io.chameleon.simssd;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {
    private int[] values = new int[8];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** There must be one. */
    int removeLast() {
        return values[--size];
    }
}
