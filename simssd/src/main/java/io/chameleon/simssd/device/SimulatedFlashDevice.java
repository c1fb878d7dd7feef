package io.chameleon.simssd.device;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.Check;
import io.chameleon.simssd.FileRange;
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
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FlashDevice} over a {@link NandArray}: checks arguments. {@link DeviceTurns} serialises operations,
 * {@link ReadTurns} and {@link HostWrites} serve them, the translation layer decides where pages go, and {@link PageIo}
 * moves the bytes.
 */
public final class SimulatedFlashDevice implements FlashDevice {
    private final FlashGeometry geometry;
    private final NandArray nand;
    private final DeviceHealth health;
    private final int ratedErases;
    private final PageMap map;
    private final BlockPool pool;
    private final FlashTranslationLayer ftl;
    private final MountReport mountReport;
    private final DeviceTimes times = new DeviceTimes();
    private final ReadTurns reads;
    private final HostWrites writes;
    private final DeviceTurns turns;
    private final Pacer pacer;
    private final CleanStop stop;
    private @Nullable InputStream ownerState;

    /** Mounts the array; takes it over and closes it with the device. */
    SimulatedFlashDevice(FlashConfig config, NandArray nand, DeviceOptions options) {
        this(config, nand, VictimSelector.Factory.of(config.collection().victims()), options);
    }

    SimulatedFlashDevice(FlashConfig config, NandArray nand, VictimSelector.Factory selectors, DeviceOptions options) {
        geometry = config.geometry();
        this.nand = nand;
        pacer = options.pacer();
        turns = new DeviceTurns(pacer);
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
        HostReads hostReads = new HostReads(config, nand.keepsData(), map, pool, pages, options, times);
        reads = new ReadTurns(turns, hostReads, pacer);
        writes = new HostWrites(config, nand, ftl, pages, options, times);
        stop = new CleanStop(geometry, nand, map, ftl);
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
        turns.apart(() -> {
            UUID joined = clusterId();
            if (joined == null) {
                nand.identity().stamp(cluster);
            } else if (!joined.equals(cluster)) {
                throw new IllegalStateException(
                        "device " + deviceId() + " belongs to cluster " + joined + " and cannot join " + cluster);
            }
        });
    }

    @Override
    public void write(long logicalPage, MemorySegment data, MemorySegment spare, WriteHint hint) {
        Check.atMost(geometry.pageBytes(), "data bytes", data.byteSize());
        Check.atMost(SPARE_BYTES, "spare bytes", spare.byteSize());
        int page = checked(logicalPage);
        turns.serve(() -> writes.write(page, data, spare, hint));
    }

    @Override
    public void write(
            int[] logicalPages,
            int from,
            int count,
            MemorySegment data,
            MemorySegment spares,
            WriteHint hint,
            long requestBytes) {
        PagesToWrite pages = new PagesToWrite(logicalPages, from, count, data, spares, geometry.pageBytes());
        for (int i = 0; i < count; i++) {
            checked(pages.logicalPage(i));
        }
        turns.serve(() -> writes.write(pages, hint));
    }

    /** Writes a page of zeros; a timing-only device records only that it was written. */
    public void writePage(long logicalPage) {
        writePage(logicalPage, WriteHint.UNKNOWN);
    }

    /** As {@link #writePage(long)}, with a hint. */
    public void writePage(long logicalPage, WriteHint hint) {
        int page = checked(logicalPage);
        long service; // not by turns.serve: a simulation writes millions of pages a second, and allocates nothing
        turns.begin();
        try {
            service = writes.write(page, hint);
        } finally {
            turns.end();
        }
        pacer.served(service);
    }

    /**
     * Writes pages of zeros to {@code logicalPages[0]} to {@code logicalPages[count - 1]}, as {@link #writePage(long)}
     * would one by one, but takes the device's lock only once, and lets cache misses of a large device overlap. Nothing
     * is written if a page number is out of range.
     */
    public void writePages(int[] logicalPages, int count) {
        writePages(logicalPages, count, WriteHint.UNKNOWN);
    }

    /** As {@link #writePages(int[], int)}, with a hint. */
    public void writePages(int[] logicalPages, int count, WriteHint hint) {
        for (int i = 0; i < count; i++) {
            checked(logicalPages[i]);
        }
        turns.serve(() -> writes.write(logicalPages, count, hint));
    }

    /**
     * Maps every logical page of an empty timing-only device at once, as no host could: hot pages at random places in
     * the share of blocks marked hot, cold ones in the others. The places between are unusable until collected. If
     * theory gives the state of a device long in use, starting near it saves a long warm-up (GC reading 2). Counts no
     * writes.
     *
     * @param hotBlockShare 0 for write modes or heat sources that know no hot pages in advance
     * @throws IllegalArgumentException if the hot or the cold pages do not fit
     * @throws IllegalStateException if the device keeps data or was written to
     */
    public void fillAtRandom(double hotBlockShare) {
        turns.take(() -> {
            if (nand.keepsData() || ftl.programs() > 0 || map.livePages() > 0) {
                throw new IllegalStateException("only an empty timing-only device can be filled at random");
            }
            ftl.fillAtRandom(hotBlockShare);
        });
    }

    /** Pages programmed so far, host writes and copies: as in {@link #statistics}, without its cost. */
    public long nandPageWrites() {
        return turns.count(ftl::programs);
    }

    /** Pages the host wrote so far: as in {@link #statistics}, without its cost. */
    public long hostPageWrites() {
        return turns.count(ftl::hostWrites);
    }

    /** Blocks collected so far: as in {@link #statistics}, without its cost. */
    public long victims() {
        return turns.count(ftl::victims);
    }

    /** Highest erase count of a block: as in {@link #statistics}, without its cost. */
    public int maxErases() {
        return (int) turns.count(pool::maxErases);
    }

    @Override
    public void read(long logicalPage, MemorySegment into) {
        Check.that(into.byteSize() <= geometry.pageBytes(), "bytes to read", into.byteSize(), "at most a page");
        int page = checked(logicalPage);
        reads.read(page, into);
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
        reads.read(logicalPages, from, count, into);
    }

    @Override
    public List<FileRange> locate(int[] logicalPages, int bytes) {
        Check.that(
                bytes > 0 && (bytes - 1) / geometry.pageBytes() + 1 == logicalPages.length,
                "bytes to locate",
                bytes,
                "those of " + logicalPages.length + " pages");
        for (int page : logicalPages) {
            checked(page);
        }
        return reads.locate(logicalPages, bytes);
    }

    @Override
    public boolean isMapped(long logicalPage) {
        int page = checked(logicalPage);
        return turns.look(() -> map.physicalOf(page) != PageMap.UNMAPPED);
    }

    @Override
    public void trim(long logicalPage) {
        int page = checked(logicalPage);
        turns.take(() -> ftl.trim(page));
    }

    @Override
    public void sync() {
        turns.apart(() -> {
            FlashTranslationLayer.SyncPoint point = turns.take(ftl::beginSync);
            nand.force();
            turns.take(() -> ftl.endSync(point));
        });
    }

    @Override
    public void scan(PageVisitor visitor) {
        turns.take(() -> new LivePageScan(geometry, nand, map).run(visitor));
    }

    @Override
    public WearStatistics statistics() {
        return turns.look(() -> StatisticsSnapshot.of(geometry, ftl, map, pool, times.writes()));
    }

    @Override
    public SmartReport smart() {
        return turns.look(() -> SmartSnapshot.of(
                geometry.pageBytes(),
                statistics(),
                health.counters(),
                nand.lostSectors(),
                pool.eraseCounts(),
                ftl.badBlocks().availableSparePercent(),
                ftl.badBlocks().isReadOnly(),
                ratedErases));
    }

    @Override
    public LatencyReport latency() {
        return turns.look(times::report);
    }

    @Override
    public int[] eraseCounts() {
        return turns.look(pool::eraseCounts);
    }

    @Override
    public MountReport mountReport() {
        return mountReport;
    }

    @Override
    public @Nullable InputStream takeOwnerState() {
        return turns.<@Nullable InputStream>look(() -> {
            InputStream taken = ownerState;
            ownerState = null;
            return taken;
        });
    }

    @Override
    public void close() {
        close(OwnerState.NONE);
    }

    @Override
    public void close(OwnerState owner) {
        turns.close(
                this::sync, // most of the work, while other threads continue
                () -> stop.settle(owner),
                () -> {
                    closeQuietly(ownerState);
                    nand.close();
                });
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
}
