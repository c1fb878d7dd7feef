package io.chameleon.simssd;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.MountReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.WearStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A flash device with a page-mapped translation layer, addressed by logical page, 0 to
 * {@code geometry().logicalPages() - 1}.
 *
 * <p>Threads: safe from any number of threads; operations take effect one at a time, and a read of several pages page
 * by page. A thread waiting in {@link #sync} does not block the others, nor does one that reads bytes of an image file.
 *
 * <p>Durability: a {@link #write} or {@link #trim} is durable once a {@link #sync} that began after it has returned.
 * After a crash, a logical page has the state of its last durable write or trim, or of a later one, never a mixture.
 *
 * <p>Errors: {@link IllegalArgumentException} for a page number or a length out of range, {@link IllegalStateException}
 * after close, {@link DeviceFailedException} when the image cannot be written, or a large part of it cannot be read,
 * {@link PowerLossException} if the fault model asks for one, and {@link FlashException}s as documented below. A page
 * in a sector that the disk has lost is corrupt.
 */
public interface FlashDevice extends AutoCloseable {
    /** Bytes of {@code spare} kept with each page for its owner. */
    int SPARE_BYTES = 40;

    FlashGeometry geometry();

    /**
     * The device's own id: random, created with the device, and valid as long as its content lives. A blank device has
     * another one.
     */
    UUID deviceId();

    /** The cluster the device has {@linkplain #join joined}; null if none. */
    @Nullable
    UUID clusterId();

    /**
     * Makes the device a permanent member of that cluster; durable when this returns. Joining the same cluster again
     * does nothing.
     *
     * @throws IllegalStateException if it has joined another one
     */
    void join(UUID cluster);

    /**
     * Writes one page. Cost: one program, and a foreground garbage collection when a block has filled up.
     *
     * @param data at most {@code pageBytes} bytes; zeros follow
     * @param spare at most {@link #SPARE_BYTES} bytes for the owner's use; zeros follow
     * @param hint expected lifetime; advice, heeded by {@link HeatSource.Hint}
     * @throws DeviceReadOnlyException if too many blocks are bad; the page keeps its former content
     * @throws DeviceFullException if garbage collection finds no block with reclaimable space; the page keeps its
     *     former content
     */
    void write(long logicalPage, MemorySegment data, MemorySegment spare, WriteHint hint);

    /**
     * {@link #write(long, MemorySegment, MemorySegment, WriteHint)} of a page that is part of a larger request.
     *
     * @param requestBytes size of the whole request; advice for a cache in front of the device, which places small and
     *     large writes differently
     */
    default void write(
            long logicalPage,
            MemorySegment data,
            MemorySegment spare,
            WriteHint hint,
            @SuppressWarnings("unused") long requestBytes) {
        write(logicalPage, data, spare, hint);
    }

    /**
     * Writes distinct pages, {@code logicalPages[from]} first. As
     * {@link #write(long, MemorySegment, MemorySegment, WriteHint, long)} of each in turn, but pages that become
     * adjacent on flash cost one access to the image instead of one each. If a page fails, those before it are written,
     * and it and those after it keep their former content. If the image fails, those before it may keep theirs as well.
     *
     * @param data {@code count} pages, one after the other; the last one may be shorter: zeros follow
     * @param spares equally many bytes for each page, at most {@link #SPARE_BYTES}, one after the other
     */
    default void write(
            int[] logicalPages,
            int from,
            int count,
            MemorySegment data,
            MemorySegment spares,
            WriteHint hint,
            long requestBytes) {
        PagesToWrite pages = new PagesToWrite(
                logicalPages, from, count, data, spares, geometry().pageBytes());
        for (int i = 0; i < count; i++) {
            write(pages.logicalPage(i), pages.data(i), pages.spare(i), hint, requestBytes);
        }
    }

    /**
     * Reads the first {@code into.byteSize()} bytes of a page, at most {@code pageBytes}, after checking all of it. A
     * timing-only device yields zeros.
     *
     * @throws UnmappedPageException if the page was never written, or was trimmed
     * @throws CorruptPageException if a checksum does not match; what {@code into} holds then is undefined
     */
    void read(long logicalPage, MemorySegment into);

    /**
     * Reads whole pages, {@code logicalPages[from]} first, one after the other into {@code into}, which is
     * {@code count} pages large. As {@link #read(long, MemorySegment)} of each, but adjacent pages on flash cost one
     * access to the image instead of one each.
     */
    default void read(int[] logicalPages, int from, int count, MemorySegment into) {
        long pageBytes = geometry().pageBytes();
        for (int i = 0; i < count; i++) {
            read(logicalPages[from + i], into.asSlice(i * pageBytes, pageBytes));
        }
    }

    /**
     * Where whole pages lie in the device's file, so that they can be sent from there without a copy; counts as a read
     * of them. Nothing is checked, and the device may erase and program the place at any time afterwards. So the bytes
     * are for receivers alone that compare them with a checksum, and that may read everything on the device.
     *
     * @param bytes of the pages, one after the other; the last one may be shorter
     * @return in order, adjacent ones joined; empty if the device has no such file, or the operating system does not
     *     have all of them in memory, so that whoever sends them would wait for the medium
     * @throws UnmappedPageException as {@link #read(int[], int, int, MemorySegment)}
     */
    default List<FileRange> locate(
            @SuppressWarnings("unused") int[] logicalPages, @SuppressWarnings("unused") int bytes) {
        return List.of();
    }

    boolean isMapped(long logicalPage);

    /**
     * Drops the page's content, if any, so that garbage collection need not copy it. Works on a read-only device too.
     */
    void trim(long logicalPage);

    /** Returns when everything written before the call is durable. Concurrent calls queue up: group them above. */
    void sync();

    /**
     * Visits every mapped page once, in no particular order, while writers wait. The visitor may trim. Cost: reads all
     * out-of-band areas, 1.6 % of the device. A timing-only device shows spare bytes of zeros.
     */
    void scan(PageVisitor visitor);

    /** A consistent snapshot. Cost: one pass over the blocks' erase counts. */
    WearStatistics statistics();

    /** Health in the terms of NVMe. Cost: one pass over the blocks' erase counts. */
    SmartReport smart();

    /** How long operations took in simulated time, since the device was opened. */
    LatencyReport latency();

    /** A copy of the erase count of every block. */
    int[] eraseCounts();

    /** What opening the device found. */
    MountReport mountReport();

    /**
     * The state that the owner left at the last {@link #close(OwnerState)}. Null if there is none, if the device was
     * used since, or at the second call. Must be called before any write. Damaged state throws {@link IOException} as
     * it is read; only a complete read proves it intact. The caller closes it.
     */
    default @Nullable InputStream takeOwnerState() {
        return null;
    }

    /**
     * As {@link #close()}, and stores the owner's state for the next open, on devices that outlive the process. It may
     * be lost: an owner must be able to fall back to a {@link #scan}.
     */
    default void close(@SuppressWarnings("unused") OwnerState state) {
        close();
    }

    /** Syncs and releases the device. The second call does nothing. */
    @Override
    void close();
}
