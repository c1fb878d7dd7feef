package io.chameleon.simssd.nand;

import io.chameleon.simssd.FlashGeometry;

/**
 * The layout of an image file. Every region starts on a multiple of 4,096 bytes.
 * <pre>
 * header          4096   see ImageHeader and ImageIdentity
 * counters A, B   4096 each, written in turn; see CounterSlots
 * erase table     8 per block: count, crc; see FileNandArray
 * oob areas       64 per page, block by block
 * data            pageBytes per page, block by block
 * trim table      16 per logical page, see TrimTable; since version 2
 * </pre>
 */
public record ImageLayout(FlashGeometry geometry) {
    public static final int HEADER_BYTES = 4096;
    static final int SLOT_BYTES = 4096;
    static final int ERASE_ENTRY_BYTES = 8;
    static final int TRIM_ENTRY_BYTES = 16;

    private static final long ALIGNMENT = 4096;

    public long slot(int index) {
        return HEADER_BYTES + (long) index * SLOT_BYTES;
    }

    public long eraseEntry(int block) {
        return slot(2) + (long) block * ERASE_ENTRY_BYTES;
    }

    public long oob(int block, int page) {
        return aligned(eraseEntry(geometry.blocks())) + pageNumber(block, page) * OobFormat.BYTES;
    }

    public long data(int block, int page) {
        return aligned(oob(geometry.blocks(), 0)) + pageNumber(block, page) * geometry.pageBytes();
    }

    public long trimEntry(long logicalPage) {
        return aligned(data(geometry.blocks(), 0)) + logicalPage * TRIM_ENTRY_BYTES;
    }

    public long fileBytes() {
        return trimEntry(geometry.logicalPages());
    }

    long fileBytesOfVersion1() {
        return data(geometry.blocks(), 0);
    }

    private long pageNumber(int block, int page) {
        return (long) block * geometry.pagesPerBlock() + page;
    }

    private static long aligned(long offset) {
        return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
