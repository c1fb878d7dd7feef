package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Moves page contents between callers and the array, sealing and checking them on the way. One page of staging; no allocation per page. */
final class PageIo {
    private final NandArray nand;
    private final int blockShift;
    private final int pageMask;
    private final byte[] data;
    private final byte[] oob = new byte[OobFormat.BYTES];
    private final MemorySegment dataSegment;
    private final MemorySegment oobSegment = MemorySegment.ofArray(oob);

    PageIo(FlashGeometry geometry, NandArray nand) {
        this.nand = nand;
        blockShift = geometry.blockShift();
        pageMask = geometry.pagesPerBlock() - 1;
        data = new byte[geometry.pageBytes()];
        dataSegment = MemorySegment.ofArray(data);
    }

    /** False if the program failed: {@link NandArray#program}. */
    boolean program(int physicalPage, int logicalPage, long sequence, MemorySegment content, MemorySegment spare) {
        stage(content, data, 0);
        stage(spare, oob, OobFormat.SPARE_OFFSET);
        OobFormat.seal(oob, 0, logicalPage, sequence, OobFormat.crc(data, 0, data.length), 0);
        return nand.program(block(physicalPage), page(physicalPage), dataSegment, oobSegment);
    }

    /** Moves a page for garbage collection; {@code sequence} numbers the new program. False if it failed. */
    boolean copy(int fromPage, int toPage, int logicalPage, long sequence) {
        load(fromPage);
        return store(toPage, logicalPage, sequence);
    }

    /** Takes a page into this object's staging. */
    void load(int physicalPage) {
        nand.read(block(physicalPage), page(physicalPage), dataSegment, oobSegment);
    }

    /** Programs the page loaded last. Carries the data's checksum along rather than making a new one: damage stays visible, however often it is copied. */
    boolean store(int physicalPage, int logicalPage, long sequence) {
        boolean sound = OobFormat.isSound(oob, 0) && OobFormat.logicalPage(oob, 0) == logicalPage;
        int flags = sound ? OobFormat.flags(oob, 0) : OobFormat.FLAG_DAMAGED;
        OobFormat.seal(oob, 0, logicalPage, sequence, OobFormat.dataCrc(oob, 0), flags);
        return nand.program(block(physicalPage), page(physicalPage), dataSegment, oobSegment);
    }

    void read(int physicalPage, int logicalPage, MemorySegment into) {
        nand.read(block(physicalPage), page(physicalPage), dataSegment, oobSegment);
        boolean intact = OobFormat.isSound(oob, 0)
                && OobFormat.logicalPage(oob, 0) == logicalPage
                && OobFormat.flags(oob, 0) == 0
                && OobFormat.dataCrc(oob, 0) == OobFormat.crc(data, 0, data.length);
        if (!intact) {
            throw new CorruptPageException(logicalPage);
        }
        MemorySegment.copy(data, 0, into, ValueLayout.JAVA_BYTE, 0, (int) into.byteSize());
    }

    /** Whether the stored data match the checksum in {@code areas}. */
    boolean dataMatches(int physicalPage, byte[] areas, int at) {
        nand.read(block(physicalPage), page(physicalPage), dataSegment, oobSegment);
        return OobFormat.dataCrc(areas, at) == OobFormat.crc(data, 0, data.length);
    }

    /** Whether two sound pages hold the same data and owner bytes. */
    boolean sameContent(int onePage, int otherPage) {
        nand.read(block(onePage), page(onePage), dataSegment, oobSegment);
        byte[] oneData = data.clone();
        byte[] oneOob = oob.clone();
        nand.read(block(otherPage), page(otherPage), dataSegment, oobSegment);
        int spareEnd = OobFormat.SPARE_OFFSET + OobFormat.SPARE_BYTES;
        return Arrays.equals(oneData, data)
                && Arrays.equals(oneOob, OobFormat.SPARE_OFFSET, spareEnd, oob, OobFormat.SPARE_OFFSET, spareEnd);
    }

    private int block(int physicalPage) {
        return physicalPage >>> blockShift;
    }

    private int page(int physicalPage) {
        return physicalPage & pageMask;
    }

    private static void stage(MemorySegment from, byte[] to, int at) {
        int length = (int) from.byteSize();
        MemorySegment.copy(from, ValueLayout.JAVA_BYTE, 0, to, at, length);
        Arrays.fill(to, at + length, to.length, (byte) 0);
    }
}
