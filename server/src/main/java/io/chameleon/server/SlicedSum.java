package io.chameleon.server;

/** A sum of bytes over the last {@value #SLICES} slices of time and the present one. For one thread at a time. */
final class SlicedSum {
    static final int SLICES = 12;

    private final long[] bytes = new long[SLICES + 1];
    private long newest;

    SlicedSum(long slice) {
        newest = slice;
    }

    boolean isOver(long slice) {
        return slice - newest > SLICES;
    }

    void add(long slice, long more) {
        moveTo(slice);
        bytes[place(slice)] += more;
    }

    long since(long slice) {
        moveTo(slice);
        long sum = 0;
        for (long part : bytes) {
            sum += part;
        }
        return sum;
    }

    private void moveTo(long slice) {
        for (; newest < slice; newest++) {
            bytes[place(newest + 1)] = 0;
        }
    }

    private int place(long slice) {
        return (int) Math.floorMod(slice, (long) bytes.length);
    }
}
