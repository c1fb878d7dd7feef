package io.chameleon.simssd.device;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.OwnerState;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.PageVisitor;
import io.chameleon.simssd.PagesToWrite;
import io.chameleon.simssd.blocks.BlockLabels;
import io.chameleon.simssd.blocks.BlockPool;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.ftl.FlashTranslationLayer;
import io.chameleon.simssd.ftl.HostReads;
import io.chameleon.simssd.ftl.HostWrites;
import io.chameleon.simssd.gc.Candidates;
import io.chameleon.simssd.gc.VictimSelector;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.recovery.Checkpoint;
import io.chameleon.simssd.recovery.LivePageScan;
import io.chameleon.simssd.recovery.Mount;
import io.chameleon.simssd.report.DeviceHealth;
import io.chameleon.simssd.report.DeviceTimes;
import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.MountReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.SmartSnapshot;
import io.chameleon.simssd.report.WearStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FlashDevice} over a {@link NandArray}: checks arguments and keeps operations apart; {@link HostReads} and
 * {@link HostWrites} serve them, the translation layer decides and {@link PageIo} moves the bytes.
 *
 * <p>Two locks: {@code state} for everything, and {@code syncing}, taken first, so that the slow force of one sync runs outside
 * {@code state}.
 */
public final class SimulatedFlashDevice implements FlashDevice {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final Pacer pacer;
    private final DeviceHealth health;
    private final int ratedErases;
    private final PageMap map;
    private final BlockPool pool;
    private final FlashTranslationLayer ftl;
    private final MountReport mountReport;
    private final DeviceTimes times = new DeviceTimes();
    private final HostReads reads;
    private final HostWrites writes;
    private final ReentrantLock syncing = new ReentrantLock();
    private final ReentrantLock state = new ReentrantLock();
    private @Nullable InputStream ownerState;
    private boolean closed;

    /** Mounts the array; takes it over and closes it with the device. */
    SimulatedFlashDevice(FlashConfig config, NandArray nand, DeviceOptions options) {
        this(config, nand, VictimSelector.Factory.of(config.collection().victims()), options);
    }

    SimulatedFlashDevice(FlashConfig config, NandArray nand, VictimSelector.Factory selectors, DeviceOptions options) {
        geometry = config.geometry();
        this.nand = nand;
        pacer = options.pacer();
        health = options.health();
        ratedErases = options.ratedErases();
        PageIo pages = new PageIo(geometry, nand);
        Mount mount = Mount.of(geometry, nand, pages, options.progress());
        ownerState = mount.ownerState();
        mountReport = mount.report();
        map = mount.map();
        BlockLabels labels = new BlockLabels(geometry);
        pool = new BlockPool(geometry, nand, labels, health);
        Candidates candidates = new Candidates(config, selectors, map, labels);
        ftl = new FlashTranslationLayer(config, nand, map, pool, labels, candidates, pages, options);
        mount.settle(pool, ftl);
        reads = new HostReads(config, nand.keepsData(), map, pages, options, times);
        writes = new HostWrites(config, nand, ftl, pages, options, times);
    }

    @Override
    public FlashGeometry geometry() {
        return geometry;
    }

    @Override
    public UUID deviceId() {
        return nand.identity().device();
    }

    @Override
    public @Nullable UUID clusterId() {
        return nand.identity().cluster();
    }

    @Override
    public void join(UUID cluster) {
        syncing.lock();
        try {
            requireOpen();
            UUID joined = clusterId();
            if (joined == null) {
                nand.identity().stamp(cluster);
            } else if (!joined.equals(cluster)) {
                throw new IllegalStateException(
                        "device " + deviceId() + " belongs to cluster " + joined + " and cannot join " + cluster);
            }
        } finally {
            syncing.unlock();
        }
    }

    @Override
    public void write(long logicalPage, MemorySegment data, MemorySegment spare, int stream) {
        Check.that(
                data.byteSize() <= geometry.pageBytes(),
                "data bytes",
                data.byteSize(),
                "at most " + geometry.pageBytes());
        Check.that(spare.byteSize() <= SPARE_BYTES, "spare bytes", spare.byteSize(), "at most " + SPARE_BYTES);
        int page = checked(logicalPage);
        serve(() -> writes.write(page, data, spare, stream));
    }

    @Override
    public void write(
            int[] logicalPages,
            int from,
            int count,
            MemorySegment data,
            MemorySegment spares,
            int stream,
            long requestBytes) {
        PagesToWrite pages = new PagesToWrite(logicalPages, from, count, data, spares, geometry.pageBytes());
        for (int i = 0; i < count; i++) {
            checked(pages.logicalPage(i));
        }
        serve(() -> writes.write(pages, stream));
    }

    /** Writes a page of zeros; on a timing-only device, only the fact that it was written. */
    public void writePage(long logicalPage) {
        writePage(logicalPage, COLD);
    }

    /** As {@link #writePage(long)}, with a stream hint. */
    public void writePage(long logicalPage, int stream) {
        int page = checked(logicalPage);
        long service; // not by serve: a simulation writes millions of pages a second, and makes no garbage
        state.lock();
        try {
            requireOpen();
            service = writes.write(page, stream);
        } finally {
            state.unlock();
        }
        pacer.served(service);
    }

    /**
     * Writes pages of zeros to {@code logicalPages[0]} to {@code logicalPages[count - 1]}, as {@link #writePage(long)} would one by
     * one, but takes the device's lock only once, and lets cache misses of a large device overlap. Nothing is written if a page number is out of range.
     */
    public void writePages(int[] logicalPages, int count) {
        writePages(logicalPages, count, COLD);
    }

    /** As {@link #writePages(int[], int)}, with a stream hint. */
    public void writePages(int[] logicalPages, int count, int stream) {
        for (int i = 0; i < count; i++) {
            checked(logicalPages[i]);
        }
        serve(() -> writes.write(logicalPages, count, stream));
    }

    /**
     * Maps every logical page of an empty timing-only device at once, as no host could: hot pages at random places of the share of
     * blocks marked hot, cold ones of the others; the places between are unusable until collected. Where the state of a device long in
     * use is known from theory, starting near it spares a long warm-up (GC reading 2). Counts no writes.
     *
     * @param hotBlockShare 0 for write modes or heat sources that know no hot pages in advance
     * @throws IllegalArgumentException if the hot or the cold pages do not fit
     * @throws IllegalStateException if the device keeps data or was written to
     */
    public void fillAtRandom(double hotBlockShare) {
        state.lock();
        try {
            requireOpen();
            if (nand.keepsData() || ftl.programs() > 0 || map.livePages() > 0) {
                throw new IllegalStateException("only an empty timing-only device can be filled at random");
            }
            ftl.fillAtRandom(hotBlockShare);
        } finally {
            state.unlock();
        }
    }

    /** Pages programmed so far, host writes and copies: as in {@link #statistics}, without its cost. */
    public long nandPageWrites() {
        return locked(ftl::programs);
    }

    /** Pages the host wrote so far: as in {@link #statistics}, without its cost. */
    public long hostPageWrites() {
        return locked(ftl::hostWrites);
    }

    /** Blocks collected so far: as in {@link #statistics}, without its cost. */
    public long victims() {
        return locked(ftl::victims);
    }

    /** Highest erase count of a block: as in {@link #statistics}, without its cost. */
    public int maxErases() {
        return (int) locked(pool::maxErases);
    }

    /** @param operation returns the simulated time it took, which passes outside the lock */
    private void serve(LongSupplier operation) {
        pacer.served(locked(() -> {
            requireOpen();
            return operation.getAsLong();
        }));
    }

    private long locked(LongSupplier counter) {
        state.lock();
        try {
            return counter.getAsLong();
        } finally {
            state.unlock();
        }
    }

    @Override
    public void read(long logicalPage, MemorySegment into) {
        Check.that(into.byteSize() <= geometry.pageBytes(), "bytes to read", into.byteSize(), "at most a page");
        int page = checked(logicalPage);
        serve(() -> reads.read(page, into));
    }

    @Override
    public void read(int[] logicalPages, int from, int count, MemorySegment into) {
        Check.that(
                into.byteSize() == (long) count * geometry.pageBytes(),
                "bytes to read",
                into.byteSize(),
                "exactly " + count + " pages");
        for (int i = 0; i < count; i++) {
            checked(logicalPages[from + i]);
        }
        serve(() -> reads.read(logicalPages, from, count, into));
    }

    @Override
    public boolean isMapped(long logicalPage) {
        int page = checked(logicalPage);
        state.lock();
        try {
            return map.physicalOf(page) != PageMap.UNMAPPED;
        } finally {
            state.unlock();
        }
    }

    @Override
    public void trim(long logicalPage) {
        int page = checked(logicalPage);
        state.lock();
        try {
            requireOpen();
            ftl.trim(page);
        } finally {
            state.unlock();
        }
    }

    @Override
    public void sync() {
        syncing.lock();
        try {
            FlashTranslationLayer.SyncPoint point = beginSync();
            nand.force();
            endSync(point);
        } finally {
            syncing.unlock();
        }
    }

    private FlashTranslationLayer.SyncPoint beginSync() {
        state.lock();
        try {
            requireOpen();
            return ftl.beginSync();
        } finally {
            state.unlock();
        }
    }

    private void endSync(FlashTranslationLayer.SyncPoint point) {
        state.lock();
        try {
            ftl.endSync(point);
        } finally {
            state.unlock();
        }
    }

    @Override
    public void scan(PageVisitor visitor) {
        state.lock();
        try {
            requireOpen();
            new LivePageScan(geometry, nand, map).run(visitor);
        } finally {
            state.unlock();
        }
    }

    @Override
    public WearStatistics statistics() {
        state.lock();
        try {
            return StatisticsSnapshot.of(geometry, ftl, map, pool, times.writes());
        } finally {
            state.unlock();
        }
    }

    @Override
    public SmartReport smart() {
        state.lock();
        try {
            return SmartSnapshot.of(
                    geometry.pageBytes(),
                    statistics(),
                    health.counters(),
                    pool.eraseCounts(),
                    ftl.badBlocks().availableSparePercent(),
                    ftl.badBlocks().isReadOnly(),
                    ratedErases);
        } finally {
            state.unlock();
        }
    }

    @Override
    public LatencyReport latency() {
        state.lock();
        try {
            return times.report();
        } finally {
            state.unlock();
        }
    }

    @Override
    public int[] eraseCounts() {
        state.lock();
        try {
            return pool.eraseCounts();
        } finally {
            state.unlock();
        }
    }

    @Override
    public MountReport mountReport() {
        return mountReport;
    }

    @Override
    public @Nullable InputStream takeOwnerState() {
        state.lock();
        try {
            InputStream taken = ownerState;
            ownerState = null;
            return taken;
        } finally {
            state.unlock();
        }
    }

    @Override
    public void close() {
        close(OwnerState.NONE);
    }

    @Override
    public void close(OwnerState owner) {
        syncing.lock();
        try {
            if (closed) {
                return;
            }
            try {
                sync(); // the most of it, while others go on
                settle(owner);
            } finally {
                release();
            }
        } finally {
            syncing.unlock();
        }
    }

    /** Makes everything durable that there will ever be, and notes what the next mount would have to scan for. */
    private void settle(OwnerState owner) {
        state.lock();
        try {
            ftl.settle(); // notes that the last sync ended, too, so that a scan need not read pages to see
            closed = true;
            if (nand.isPersistent()) {
                checkpoint(owner);
            }
        } finally {
            state.unlock();
        }
    }

    /** Without one the next mount takes longer; that is all. */
    private void checkpoint(OwnerState owner) {
        try {
            Checkpoint.save(geometry, nand, map, ftl.programmedInBlock(), owner);
        } catch (IOException e) {
            try {
                nand.checkpoint().discard();
            } catch (IOException unfinished) {
                // What is left of it is not taken for a checkpoint.
            }
        }
    }

    private void release() {
        state.lock();
        try {
            closed = true;
            closeQuietly(ownerState);
            nand.close();
        } finally {
            state.unlock();
        }
    }

    private static void closeQuietly(@Nullable InputStream untaken) {
        try {
            if (untaken != null) {
                untaken.close();
            }
        } catch (IOException e) {
            // It was only read.
        }
    }

    private int checked(long logicalPage) {
        if (logicalPage < 0 || logicalPage >= map.logicalPages()) {
            throw new IllegalArgumentException(
                    "logical page: " + logicalPage + " given, expected 0 to " + (map.logicalPages() - 1));
        }
        return (int) logicalPage;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("flash device is closed");
        }
    }
}
