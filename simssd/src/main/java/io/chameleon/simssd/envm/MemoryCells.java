package io.chameleon.simssd.envm;

import io.chameleon.simssd.FlashDevice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cells that forget everything when closed. Memory grows with the cells touched. */
final class MemoryCells implements EnvmCells {
    private final byte[][] data;
    private final byte[][] spare;
    private final long[] page;
    private final boolean[] copy;
    private long writes;

    MemoryCells(int count) {
        data = new byte[count][];
        spare = new byte[count][FlashDevice.SPARE_BYTES];
        page = new long[count];
        copy = new boolean[count];
        Arrays.fill(page, EMPTY);
    }

    @Override
    public int count() {
        return page.length;
    }

    @Override
    public void put(int cell, long newPage, byte[] newData, byte @Nullable [] newSpare) {
        data[cell] = newData.clone();
        if (newSpare != null) {
            System.arraycopy(newSpare, 0, spare[cell], 0, FlashDevice.SPARE_BYTES);
        }
        copy[cell] = newSpare == null;
        page[cell] = newPage;
        writes++;
    }

    @Override
    public void clear(int cell) {
        page[cell] = EMPTY;
        writes++;
    }

    @Override
    public long page(int cell) {
        return page[cell];
    }

    @Override
    public boolean isCopy(int cell) {
        return copy[cell];
    }

    @Override
    public void read(int cell, byte[] into, byte[] intoSpare) {
        System.arraycopy(data[cell], 0, into, 0, into.length);
        readSpare(cell, intoSpare);
    }

    @Override
    public void readSpare(int cell, byte[] into) {
        System.arraycopy(spare[cell], 0, into, 0, FlashDevice.SPARE_BYTES);
    }

    @Override
    public long beginForce() {
        return writes;
    }

    @Override
    public void force() {}

    @Override
    public void endForce(long point) {}

    @Override
    public boolean isDirty() {
        return false;
    }

    @Override
    public long writes() {
        return writes;
    }

    @Override
    public void close() {}
}
