package io.chameleon.simssd.nand;

import io.chameleon.simssd.FlashGeometry;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/** Keeps only erase counts: for simulations that need only where pages go and what that costs. */
public final class TimingOnlyNandArray implements NandArray {
    private final int[] eraseCounts;
    private final BitSet bad = new BitSet();
    private final DeviceIdentity identity;

    TimingOnlyNandArray(FlashGeometry geometry) {
        this(geometry, new MemoryIdentity());
    }

    public TimingOnlyNandArray(FlashGeometry geometry, DeviceIdentity identity) {
        this.identity = identity;
        eraseCounts = new int[geometry.blocks()];
    }

    @Override
    public boolean keepsData() {
        return false;
    }

    @Override
    public DeviceIdentity identity() {
        return identity;
    }

    @Override
    public boolean isPersistent() {
        return false;
    }

    @Override
    public boolean program(int block, int page, MemorySegment data, MemorySegment oob) {
        return true;
    }

    @Override
    public void discard(int block, int page) {}

    @Override
    public void read(int block, int page, MemorySegment data, MemorySegment oob) {
        data.fill((byte) 0);
        oob.fill(OobFormat.ERASED);
    }

    @Override
    public void readOobs(int block, MemorySegment oobs) {
        oobs.fill(OobFormat.ERASED);
    }

    @Override
    public boolean erase(int block) {
        eraseCounts[block]++;
        return true;
    }

    @Override
    public void markBad(int block) {
        bad.set(block);
    }

    @Override
    public boolean isBad(int block) {
        return bad.get(block);
    }

    @Override
    public int eraseCount(int block) {
        return eraseCounts[block];
    }

    @Override
    public void force() {}

    @Override
    public void saveCounters(DeviceCounters counters) {}

    @Override
    public DeviceCounters counters() {
        return DeviceCounters.NONE;
    }

    @Override
    public void close() {}
}
