package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;

/** The pages passed to {@link FlashDevice#write(int[], int, int, MemorySegment, MemorySegment, int, long)}. */
public final class PagesToWrite {
    private final int[] logicalPages;
    private final int from;
    private final int count;
    private final MemorySegment data;
    private final MemorySegment spares;
    private final int pageBytes;
    private final int spareBytes;

    public PagesToWrite(
            int[] logicalPages, int from, int count, MemorySegment data, MemorySegment spares, int pageBytes) {
        this.logicalPages = logicalPages;
        this.from = from;
        this.count = count;
        this.data = data;
        this.spares = spares;
        this.pageBytes = pageBytes;
        long most = (long) count * pageBytes;
        Check.that(
                data.byteSize() >= most - pageBytes && data.byteSize() <= most,
                "data bytes",
                data.byteSize(),
                count + " pages, the last in whole or in part");
        spareBytes = count == 0 ? 0 : (int) Math.min(spares.byteSize() / count, FlashDevice.SPARE_BYTES);
        Check.that(
                spares.byteSize() == (long) count * spareBytes,
                "spare bytes",
                spares.byteSize(),
                "as many for each of " + count + " pages, at most " + FlashDevice.SPARE_BYTES);
    }

    public int count() {
        return count;
    }

    /** Pages that are given with all their bytes: all, or all but the last. */
    public int wholePages() {
        return (int) (data.byteSize() / pageBytes);
    }

    public int logicalPage(int number) {
        return logicalPages[from + number];
    }

    public MemorySegment data() {
        return data;
    }

    public MemorySegment data(int number) {
        long start = (long) number * pageBytes;
        return data.asSlice(start, Math.min(pageBytes, data.byteSize() - start));
    }

    /** The data of {@code pages} whole pages. */
    public MemorySegment data(int first, int pages) {
        return data.asSlice((long) first * pageBytes, (long) pages * pageBytes);
    }

    public MemorySegment spare(int number) {
        return spares.asSlice((long) number * spareBytes, spareBytes);
    }
}
