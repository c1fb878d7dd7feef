package io.chameleon.simssd;

import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.MountReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.WearStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A flash device with a page-mapped translation layer, addressed by logical page, 0 to {@code geometry().logicalPages() - 1}.
 *
 * <p>Threads: safe from any number of threads; operations take effect one at a time. A thread waiting in {@link #sync} does not
 * hold up the others.
 *
 * <p>Durability: a {@link #write} or {@link #trim} is durable once a {@link #sync} that began after it has returned. After a crash a
 * logical page is as its last durable write or trim left it, or as a later one did, never a mixture.
 *
 * <p>Errors: {@link IllegalArgumentException} for a page number or a length out of range, {@link IllegalStateException} after
 * close, {@link DeviceFailedException} when the image cannot be read or written, {@link PowerLossException} if one was asked for, and
 * {@link FlashException}s as told below.
 */
public interface FlashDevice extends AutoCloseable {
    /** Bytes of {@code spare} kept with each page for its owner. */
    int SPARE_BYTES = 40;

    /** Stream hint: data expected to live long. Any hint but {@link #HOT} means this. */
    int COLD = 0;

    /** Stream hint: data expected to be overwritten or trimmed soon. Heeded by {@link HeatSource.StreamHint}. */
    int HOT = 1;

    FlashGeometry geometry();

    /** The device's own id: made with it at random, and its for as long as its content lives. A blank device has another one. */
    UUID deviceId();

    /** The cluster the device has {@linkplain #join joined}; null if none. */
    @Nullable
    UUID clusterId();

    /**
     * Makes the device one of that cluster for ever; durable when this returns. Joining the same cluster again does nothing.
     *
     * @throws IllegalStateException if it has joined another one
     */
    void join(UUID cluster);

    /**
     * Writes one page. Cost: one program, and a foreground garbage collection when a block has filled up.
     *
     * @param data at most {@code pageBytes} bytes; zeros follow
     * @param spare at most {@link #SPARE_BYTES} bytes for the owner's use; zeros follow
     * @param stream expected lifetime, {@link #HOT} or {@link #COLD}; advice only
     * @throws DeviceReadOnlyException if too many blocks are bad; the page keeps its former content
     * @throws DeviceFullException if garbage collection finds no block to gain space from; the page keeps its former content
     */
    void write(long logicalPage, MemorySegment data, MemorySegment spare, int stream);

    /**
     * {@link #write(long, MemorySegment, MemorySegment, int)} of a page that is part of a larger request.
     *
     * @param requestBytes size of the whole request; advice for a cache in front of the device, which places small and large
     *     writes differently
     */
    default void write(
            long logicalPage,
            MemorySegment data,
            MemorySegment spare,
            int stream,
            @SuppressWarnings("unused") long requestBytes) {
        write(logicalPage, data, spare, stream);
    }

    /**
     * Writes pages that are all different, {@code logicalPages[from]} first. As
     * {@link #write(long, MemorySegment, MemorySegment, int, long)} of each in turn; pages that come to lie side by side on flash
     * cost one access to the image instead of one each. If a page fails, those before it are written, and it and those after it
     * keep their former content; if the image fails, those before it may keep theirs as well.
     *
     * @param data {@code count} pages, one after the other; of the last perhaps only a part: zeros follow
     * @param spares as many bytes for each page, at most {@link #SPARE_BYTES}, one after the other
     */
    default void write(
            int[] logicalPages,
            int from,
            int count,
            MemorySegment data,
            MemorySegment spares,
            int stream,
            long requestBytes) {
        PagesToWrite pages = new PagesToWrite(
                logicalPages, from, count, data, spares, geometry().pageBytes());
        for (int i = 0; i < count; i++) {
            write(pages.logicalPage(i), pages.data(i), pages.spare(i), stream, requestBytes);
        }
    }

    /**
     * Reads the first {@code into.byteSize()} bytes of a page, at most {@code pageBytes}, after checking all of it. A timing-only
     * device yields zeros.
     *
     * @throws UnmappedPageException if the page was never written, or trimmed since
     * @throws CorruptPageException if a checksum does not match; what {@code into} holds then is undefined
     */
    void read(long logicalPage, MemorySegment into);

    /**
     * Reads whole pages, {@code logicalPages[from]} first, one after the other into {@code into}, which is {@code count} pages
     * large. As {@link #read(long, MemorySegment)} of each; pages that lie side by side on flash cost one access to the image
     * instead of one each.
     */
    default void read(int[] logicalPages, int from, int count, MemorySegment into) {
        long pageBytes = geometry().pageBytes();
        for (int i = 0; i < count; i++) {
            read(logicalPages[from + i], into.asSlice(i * pageBytes, pageBytes));
        }
    }

    boolean isMapped(long logicalPage);

    /** Drops the page's content, if any, so that garbage collection need not copy it. Works on a read-only device too. */
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

    /** Health in the words of NVMe. Cost: one pass over the blocks' erase counts. */
    SmartReport smart();

    /** How long operations took in simulated time, since the device was opened. */
    LatencyReport latency();

    /** A copy of the erase count of every block. */
    int[] eraseCounts();

    /** What opening the device found. */
    MountReport mountReport();

    /**
     * What the owner left at the last {@link #close(OwnerState)}; null if it left nothing, or if the device was in use since, and at the
     * second call. To be asked before anything is written. What is damaged throws {@link IOException} as it is read; only its end
     * vouches for it. The caller closes it.
     */
    default @Nullable InputStream takeOwnerState() {
        return null;
    }

    /**
     * As {@link #close()}, and keeps the owner's state for the next open, on devices that outlive the process. That it is kept is no
     * promise: an owner must be able to do with a {@link #scan}.
     */
    default void close(@SuppressWarnings("unused") OwnerState state) {
        close();
    }

    /** Syncs and releases the device. The second call does nothing. */
    @Override
    void close();
}
