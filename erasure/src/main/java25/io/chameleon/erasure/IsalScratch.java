package io.chameleon.erasure;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native working memory of one call: a block for each shard, through which arrays are copied, and pointers for the
 * library. Freed with the object.
 */
final class IsalScratch {
    private static final int CACHE_LINE = 64;

    private final int blockBytes;
    private final MemorySegment blocks;
    private final MemorySegment pointers;

    IsalScratch(int width) {
        blockBytes = BufferBlocks.blockBytes(width);
        blocks = Arena.ofAuto().allocate((long) width * blockBytes, CACHE_LINE);
        pointers = Arena.ofAuto().allocate(JAVA_LONG, width);
    }

    int blockBytes() {
        return blockBytes;
    }

    /** Points pointer {@code index} to an address, or to the block of the same index. */
    void point(int index, long address) {
        pointers.setAtIndex(JAVA_LONG, index, address);
    }

    void pointToBlock(int index) {
        point(index, blocks.address() + (long) index * blockBytes);
    }

    long pointer(int index) {
        return pointers.address() + (long) index * Long.BYTES;
    }

    void copyIn(byte[] shard, int offset, int index, int bytes) {
        MemorySegment.copy(shard, offset, blocks, JAVA_BYTE, (long) index * blockBytes, bytes);
    }

    void copyOut(int index, byte[] shard, int offset, int bytes) {
        MemorySegment.copy(blocks, JAVA_BYTE, (long) index * blockBytes, shard, offset, bytes);
    }
}
