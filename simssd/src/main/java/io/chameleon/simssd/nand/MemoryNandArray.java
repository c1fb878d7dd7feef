package io.chameleon.simssd.nand;

import io.chameleon.simssd.FlashGeometry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Pages in off-heap memory, allocated block by block at the first program, so untouched capacity costs nothing. A
 * block's segment holds its out-of-band areas, then its pages.
 */
public final class MemoryNandArray implements NandArray {
    private final int pageBytes;
    private final long oobBytes;
    private final long blockBytes;
    private final Arena arena = Arena.ofShared();
    private final @Nullable MemorySegment[] blocks;
    private final int[] eraseCounts;
    private final BitSet bad = new BitSet();
    private final DeviceIdentity identity;
    private DeviceCounters counters = DeviceCounters.NONE;

    public MemoryNandArray(FlashGeometry geometry) {
        this(geometry, new MemoryIdentity());
    }

    public MemoryNandArray(FlashGeometry geometry, DeviceIdentity identity) {
        this.identity = identity;
        pageBytes = geometry.pageBytes();
        oobBytes = (long) geometry.pagesPerBlock() * OobFormat.BYTES;
        blockBytes = oobBytes + (long) geometry.pagesPerBlock() * pageBytes;
        blocks = new MemorySegment[geometry.blocks()];
        eraseCounts = new int[geometry.blocks()];
    }

    @Override
    public boolean keepsData() {
        return true;
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
        MemorySegment memory = blocks[block];
        if (memory == null) {
            memory = arena.allocate(blockBytes, Long.BYTES);
            blocks[block] = memory;
        }
        // The crc of a sealed area is its first field; an area with a crc was programmed since the erase.
        if (memory.get(ValueLayout.JAVA_LONG_UNALIGNED, oobOffset(page)) != 0) {
            throw new IllegalStateException("block " + block + " page " + page + " programmed twice without an erase");
        }
        MemorySegment.copy(data, 0, memory, dataOffset(page), pageBytes);
        MemorySegment.copy(oob, 0, memory, oobOffset(page), OobFormat.BYTES);
        return true;
    }

    @Override
    public void discard(int block, int page) {
        MemorySegment memory = blocks[block];
        if (memory != null) {
            memory.asSlice(oobOffset(page), OobFormat.BYTES).fill(OobFormat.DISCARDED);
        }
    }

    @Override
    public void read(int block, int page, MemorySegment data, MemorySegment oob) {
        MemorySegment memory = blocks[block];
        if (memory == null) {
            data.fill((byte) 0);
            oob.fill(OobFormat.ERASED);
            return;
        }
        MemorySegment.copy(memory, dataOffset(page), data, 0, pageBytes);
        MemorySegment.copy(memory, oobOffset(page), oob, 0, OobFormat.BYTES);
    }

    @Override
    public void readOobs(int block, MemorySegment oobs) {
        MemorySegment memory = blocks[block];
        if (memory == null) {
            oobs.fill(OobFormat.ERASED);
        } else {
            MemorySegment.copy(memory, 0, oobs, 0, oobBytes);
        }
    }

    @Override
    public boolean erase(int block) {
        MemorySegment memory = blocks[block];
        if (memory != null) {
            memory.asSlice(0, oobBytes).fill(OobFormat.ERASED);
        }
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
    public void saveCounters(DeviceCounters counters) {
        this.counters = counters;
    }

    @Override
    public DeviceCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        arena.close();
    }

    private static long oobOffset(int page) {
        return (long) page * OobFormat.BYTES;
    }

    private long dataOffset(int page) {
        return oobBytes + (long) page * pageBytes;
    }
}
