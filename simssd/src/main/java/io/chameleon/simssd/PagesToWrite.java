package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;

/** The pages passed to {@link FlashDevice#write(int[], int, int, MemorySegment, MemorySegment, WriteHint, long)}. */
public record PagesToWrite(
        int[] logicalPages, int from, int count, MemorySegment data, MemorySegment spares, int pageBytes) {
    public PagesToWrite {
        long most = (long) count * pageBytes;
        Check.that(
                data.byteSize() >= most - pageBytes && data.byteSize() <= most,
                "data bytes",
                data.byteSize(),
                count + " pages, the last in whole or in part");
        Check.that(
                spares.byteSize() == (long) count * spareBytes(spares, count),
                "spare bytes",
                spares.byteSize(),
                "as many for each of " + count + " pages, at most " + FlashDevice.SPARE_BYTES);
    }

    /** Pages that are given with all their bytes: all, or all but the last. */
    public int wholePages() {
        return (int) (data.byteSize() / pageBytes);
    }

    public int logicalPage(int number) {
        return logicalPages[from + number];
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
        int bytes = spareBytes(spares, count);
        return spares.asSlice((long) number * bytes, bytes);
    }

    private static int spareBytes(MemorySegment spares, int count) {
        return count == 0 ? 0 : (int) Math.min(spares.byteSize() / count, FlashDevice.SPARE_BYTES);
    }
}
