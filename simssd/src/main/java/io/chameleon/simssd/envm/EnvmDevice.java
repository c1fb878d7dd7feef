package io.chameleon.simssd.envm;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.Check;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashException;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.OwnerState;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.PageVisitor;
import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.MountReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.WearStatistics;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A flash device behind a DRAM cache and an ENVM: same contract, fewer and later writes to flash. Owns the device.
 *
 * <p>Durability: a sync returns once everything written before it is in the ENVM or on flash, durably; pages that wait
 * in DRAM go to the ENVM first. The two media need no common order of writes, because an ENVM cell releases a page only
 * once flash has it durably ({@link TierStore}), and because {@link EnvmCells cells} never fall behind the last sync.
 *
 * <p>{@link #statistics}, {@link #smart}, {@link #latency} and {@link #eraseCounts} report on the flash device, whose
 * wear the tier reduces; pages that only the tier holds count as live. {@link #tierStatistics} reports on the tier.
 *
 * <p>A trim too is durable after a sync. Until then a crash may restore older content of the page, not only the last
 * durable one: flash may hold a version that the ENVM superseded.
 *
 * <p>Threads: safe from any; operations take effect one at a time. The device has no threads: call
 * {@link #writeBackIfIdle} periodically from a thread of your own, or modified data goes to flash only when cells run
 * short.
 */
public final class EnvmDevice implements FlashDevice {
    private static final double NANOS_PER_SECOND = 1e9;

    private final FlashDevice flash;
    private final FlashGeometry geometry;
    private final InstantSource clock;
    private final Pacer pacer;
    private final TierStore store;
    private final CacheTier tier;
    private final long flashAccessNanos;
    private final ReentrantLock syncing = new ReentrantLock();
    private final ReentrantLock state = new ReentrantLock();
    private long lastCall;
    private int mostAtRisk;
    private boolean closed;

    /** Takes over the device and the cells, and reads the content of the cells. */
    EnvmDevice(FlashDevice flash, EnvmCells cells, EnvmConfig config, InstantSource clock, Pacer pacer) {
        this.flash = flash;
        this.clock = clock;
        this.pacer = pacer;
        geometry = flash.geometry();
        flashAccessNanos = config.timing().flash().toNanos();
        store = new TierStore(flash, cells, config);
        tier = new CacheTier(config.tier(geometry), store);
        store.recover(tier);
        lastCall = now();
    }

    @Override
    public FlashGeometry geometry() {
        return geometry;
    }

    @Override
    public UUID deviceId() {
        return flash.deviceId();
    }

    @Override
    public @Nullable UUID clusterId() {
        return flash.clusterId();
    }

    @Override
    public void join(UUID cluster) {
        flash.join(cluster);
    }

    @Override
    public void write(long logicalPage, MemorySegment data, MemorySegment spare, WriteHint hint) {
        write(logicalPage, data, spare, hint, data.byteSize());
    }

    @Override
    public void write(long logicalPage, MemorySegment data, MemorySegment spare, WriteHint hint, long requestBytes) {
        checkPage(logicalPage);
        Check.atMost(geometry.pageBytes(), "data bytes", data.byteSize());
        Check.atMost(SPARE_BYTES, "spare bytes", spare.byteSize());
        long envmNanos;
        state.lock();
        try {
            begin();
            // Each page represents its share of the request, so that a request counts once.
            double share = requestBytes == 0 ? 1 : (double) data.byteSize() / requestBytes;
            boolean large = tier.isLarge(requestBytes, share);
            store.fromHost(logicalPage, data, spare, hint);
            writeToTier(logicalPage, large);
            mostAtRisk = Math.max(mostAtRisk, tier.modifiedInDram());
            envmNanos = store.takeNanos();
        } finally {
            state.unlock();
        }
        pacer.served(envmNanos);
    }

    private void writeToTier(long page, boolean large) {
        try {
            tier.write(page, large);
        } catch (FlashException e) {
            if (!tier.isCached(page)) {
                store.noteNowhere(page);
            }
            throw e;
        }
    }

    @Override
    public void read(long logicalPage, MemorySegment into) {
        checkPage(logicalPage);
        Check.that(into.byteSize() <= geometry.pageBytes(), "bytes to read", into.byteSize(), "at most a page");
        long envmNanos;
        state.lock();
        try {
            begin();
            readFromTier(logicalPage);
            store.toHost(into);
            envmNanos = store.takeNanos();
        } finally {
            state.unlock();
        }
        pacer.served(envmNanos);
    }

    /** A damaged cell is no loss if flash has a copy. */
    private void readFromTier(long page) {
        try {
            tier.read(page);
        } catch (CorruptPageException e) {
            if (!tier.forgetClean(page)) {
                throw e;
            }
            tier.read(page);
        }
    }

    /** Calls closer together than one flash access count as one request: nothing could be written back between them. */
    private void begin() {
        requireOpen();
        long now = now();
        tier.advance(now);
        if (now - lastCall >= flashAccessNanos) {
            tier.arrived(now);
        }
        lastCall = now;
    }

    private long now() {
        Instant instant = clock.instant();
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), (long) NANOS_PER_SECOND), instant.getNano());
    }

    @Override
    public boolean isMapped(long logicalPage) {
        checkPage(logicalPage);
        state.lock();
        try {
            return store.isMapped(logicalPage);
        } finally {
            state.unlock();
        }
    }

    @Override
    public void trim(long logicalPage) {
        checkPage(logicalPage);
        state.lock();
        try {
            requireOpen();
            tier.trim(logicalPage);
            store.trim(logicalPage);
        } finally {
            state.unlock();
        }
    }

    @Override
    public void sync() {
        syncing.lock();
        try {
            TierStore.SyncPoint point = beginSync();
            store.force(point);
            endSync(point);
        } finally {
            syncing.unlock();
        }
    }

    private TierStore.SyncPoint beginSync() {
        state.lock();
        try {
            requireOpen();
            tier.persistDram();
            return store.beginSync();
        } finally {
            state.unlock();
        }
    }

    private void endSync(TierStore.SyncPoint point) {
        state.lock();
        try {
            store.endSync(point);
        } finally {
            state.unlock();
        }
    }

    /**
     * Writes back modified pages while the device is idle: as many as fit into the expected gap between requests
     * (paper, Eq. 3 and 4). Yields to callers after each page.
     *
     * @return pages written back
     */
    public int writeBackIfIdle() {
        int pages = 0;
        while (!state.hasQueuedThreads() && writeBackOneIfIdle()) {
            pages++;
        }
        return pages;
    }

    private boolean writeBackOneIfIdle() {
        state.lock();
        try {
            if (closed || now() - lastCall < flashAccessNanos || tier.opportunity() == 0) {
                return false;
            }
            tier.writeBackOpportunely();
            return true;
        } finally {
            state.unlock();
        }
    }

    /** Writes everything back and makes it durable on flash, so that the ENVM can be removed. */
    void drain() {
        state.lock();
        try {
            requireOpen();
            tier.writeBackAll();
            flash.sync();
        } finally {
            state.unlock();
        }
    }

    @Override
    public void scan(PageVisitor visitor) {
        state.lock();
        try {
            requireOpen();
            store.scan(tier, visitor);
        } finally {
            state.unlock();
        }
    }

    @Override
    public WearStatistics statistics() {
        state.lock();
        try {
            return store.withCachedPages(flash.statistics());
        } finally {
            state.unlock();
        }
    }

    @Override
    public SmartReport smart() {
        return flash.smart();
    }

    /** Latency of the flash device alone; the tier's costs and savings are not included. */
    @Override
    public LatencyReport latency() {
        return flash.latency();
    }

    @Override
    public int[] eraseCounts() {
        return flash.eraseCounts();
    }

    /** What opening the flash device found. */
    @Override
    public MountReport mountReport() {
        return flash.mountReport();
    }

    public EnvmStatistics tierStatistics() {
        state.lock();
        try {
            return new EnvmStatistics(
                    tier.counters(),
                    store.cells(),
                    geometry.pageBytes(),
                    store.envmPageWrites(),
                    mostAtRisk,
                    store.lostPages(),
                    tier.budgetLeft());
        } finally {
            state.unlock();
        }
    }

    /** The tier's pages are written back page by page, so the owner's pages stay the same. */
    @Override
    public @Nullable InputStream takeOwnerState() {
        return flash.takeOwnerState();
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
            OwnerState kept = OwnerState.NONE;
            try {
                sync();
                kept = owner;
            } finally {
                release(kept);
            }
        } finally {
            syncing.unlock();
        }
    }

    private void release(OwnerState owner) {
        state.lock();
        try {
            closed = true;
            store.close();
        } finally {
            state.unlock();
            flash.close(owner);
        }
    }

    private void checkPage(long logicalPage) {
        Check.index(geometry.logicalPages(), "logical page", logicalPage);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("flash device is closed");
        }
    }
}
