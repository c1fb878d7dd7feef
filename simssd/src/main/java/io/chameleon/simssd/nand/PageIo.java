package io.chameleon.simssd.nand;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.PagesToWrite;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Moves page contents between callers and the array; seals them on writing and checks them on reading. Whole pages in
 * native memory are passed to and from the array directly; others go through a one-page staging buffer.
 */
public final class PageIo {
    /** Never started: memory accessible to it is accessible to all threads. */
    private static final Thread SOMEBODY = new Thread(() -> {});

    private final NandArray nand;
    private final PageNumbers numbers;
    private final int pageBytes;
    /** Staging; native, for arrays that pass it to the operating system. */
    private final MemorySegment data;

    private final byte[] oob = new byte[OobFormat.BYTES];
    private final MemorySegment oobSegment = MemorySegment.ofArray(oob);

    public PageIo(FlashGeometry geometry, NandArray nand) {
        this.nand = nand;
        numbers = geometry.pageNumbers();
        pageBytes = geometry.pageBytes();
        data = nand.keepsData() ? Arena.ofAuto().allocate(pageBytes) : MemorySegment.NULL;
    }

    /** False if the program failed: {@link NandArray#program}. */
    public boolean program(
            int physicalPage, int logicalPage, long sequence, MemorySegment content, MemorySegment spare) {
        MemorySegment whole = content.byteSize() == pageBytes && isPassedOn(content) ? content : staged(content);
        seal(oob, 0, logicalPage, sequence, whole, spare);
        return nand.program(block(physicalPage), page(physicalPage), whole, oobSegment);
    }

    /**
     * Programs consecutive pages of a block, with whole pages in memory that {@link #isPassedOn is passed on}. Only for
     * arrays whose programs do not fail.
     *
     * @param firstPage the first of them
     * @param sequence sequence number of the last program
     * @param first number of the first page in {@code content}
     */
    public void program(int firstPage, int count, long sequence, PagesToWrite content, int first) {
        byte[] areas = new byte[count * OobFormat.BYTES];
        for (int i = 0; i < count; i++) {
            int number = first + i;
            long ownSequence = sequence - count + 1 + i;
            MemorySegment page = content.data(number);
            seal(areas, i * OobFormat.BYTES, content.logicalPage(number), ownSequence, page, content.spare(number));
        }
        nand.program(
                block(firstPage), page(firstPage), count, content.data(first, count), MemorySegment.ofArray(areas));
    }

    private static void seal(
            byte[] areas, int at, int logicalPage, long sequence, MemorySegment content, MemorySegment spare) {
        int spareBytes = (int) spare.byteSize();
        MemorySegment.copy(spare, ValueLayout.JAVA_BYTE, 0, areas, at + OobFormat.SPARE_OFFSET, spareBytes);
        Arrays.fill(areas, at + OobFormat.SPARE_OFFSET + spareBytes, at + OobFormat.BYTES, (byte) 0);
        OobFormat.seal(areas, at, logicalPage, sequence, OobFormat.crc(content), 0);
    }

    /** Moves a page for garbage collection; {@code sequence} numbers the new program. False if it failed. */
    public boolean copy(int fromPage, int toPage, int logicalPage, long sequence) {
        load(fromPage);
        return store(toPage, logicalPage, sequence);
    }

    /** Loads a page into this object's staging. */
    public void load(int physicalPage) {
        nand.read(block(physicalPage), page(physicalPage), data, oobSegment);
    }

    /**
     * Programs the page loaded last. Keeps the data's checksum rather than computing a new one, so that damage stays
     * visible, however often it is copied.
     */
    public boolean store(int physicalPage, int logicalPage, long sequence) {
        boolean intact = OobFormat.isIntact(oob, 0) && OobFormat.logicalPage(oob, 0) == logicalPage;
        int flags = intact ? OobFormat.flags(oob, 0) : OobFormat.FLAG_DAMAGED;
        OobFormat.seal(oob, 0, logicalPage, sequence, OobFormat.dataCrc(oob, 0), flags);
        return nand.program(block(physicalPage), page(physicalPage), data, oobSegment);
    }

    /** After a corrupt page the content of {@code into} is undefined. */
    public void read(int physicalPage, int logicalPage, MemorySegment into) {
        boolean direct = into.byteSize() == pageBytes && isPassedOn(into);
        MemorySegment whole = direct ? into : data;
        nand.read(block(physicalPage), page(physicalPage), whole, oobSegment);
        requireIntact(logicalPage, oob, 0, whole);
        if (!direct) {
            MemorySegment.copy(data, 0, into, 0, into.byteSize());
        }
    }

    /**
     * As {@link #read(int, int, MemorySegment)} of {@code count} consecutive pages of a block; of a single one
     * {@code into} may take a part. Uses no staging of this object, so if the array {@link #isLocatable}, it may go on
     * beside other operations.
     *
     * @param logicalPages their logical pages, starting at index {@code from}
     */
    public void read(int physicalPage, int[] logicalPages, int from, int count, MemorySegment into) {
        long bytes = (long) count * pageBytes;
        boolean direct = into.byteSize() == bytes && isPassedOn(into);
        MemorySegment whole = direct ? into : MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
        byte[] areas = new byte[count * OobFormat.BYTES];
        nand.read(block(physicalPage), page(physicalPage), count, whole, MemorySegment.ofArray(areas));
        for (int i = 0; i < count; i++) {
            requireIntact(logicalPages[from + i], areas, i * OobFormat.BYTES, slice(whole, i));
        }
        if (!direct) {
            MemorySegment.copy(whole, 0, into, 0, into.byteSize());
        }
    }

    /** Whether contents lie in a file, where {@link #locate} finds them, and can be read beside other operations. */
    public boolean isLocatable() {
        return nand.isLocatable();
    }

    /** Where the content of a page lies in the array's file, unchecked. */
    public FileRange locate(int physicalPage) {
        return nand.locate(block(physicalPage), page(physicalPage));
    }

    /** Whether the operating system has these bytes in memory. */
    public boolean isCached(FileRange range) {
        return nand.isCached(range);
    }

    private MemorySegment slice(MemorySegment pages, int number) {
        return pages.asSlice((long) number * pageBytes, pageBytes);
    }

    private static void requireIntact(int logicalPage, byte[] areas, int at, MemorySegment content) {
        boolean intact = OobFormat.isIntact(areas, at)
                && OobFormat.logicalPage(areas, at) == logicalPage
                && OobFormat.flags(areas, at) == 0
                && OobFormat.dataCrc(areas, at) == OobFormat.crc(content);
        if (!intact) {
            throw new CorruptPageException(logicalPage);
        }
    }

    /** Whether the stored data match the checksum in {@code areas}. */
    public boolean dataMatches(int physicalPage, byte[] areas, int at) {
        nand.read(block(physicalPage), page(physicalPage), data, oobSegment);
        return OobFormat.dataCrc(areas, at) == OobFormat.crc(data);
    }

    /** Whether two intact pages hold the same data and owner bytes. */
    public boolean sameContent(int onePage, int otherPage) {
        nand.read(block(onePage), page(onePage), data, oobSegment);
        MemorySegment oneData = MemorySegment.ofArray(data.toArray(ValueLayout.JAVA_BYTE));
        byte[] oneOob = oob.clone();
        nand.read(block(otherPage), page(otherPage), data, oobSegment);
        int spareEnd = OobFormat.SPARE_OFFSET + OobFormat.SPARE_BYTES;
        return oneData.mismatch(data) < 0
                && Arrays.equals(oneOob, OobFormat.SPARE_OFFSET, spareEnd, oob, OobFormat.SPARE_OFFSET, spareEnd);
    }

    private int block(int physicalPage) {
        return numbers.blockOf(physicalPage);
    }

    private int page(int physicalPage) {
        return numbers.inBlock(physicalPage);
    }

    /** Whether the array can use it directly, on any thread. */
    public static boolean isPassedOn(MemorySegment memory) {
        return memory.isNative() && memory.isAccessibleBy(SOMEBODY);
    }

    private MemorySegment staged(MemorySegment content) {
        long length = content.byteSize();
        MemorySegment.copy(content, 0, data, 0, length);
        data.asSlice(length).fill((byte) 0);
        return data;
    }
}
