package io.chameleon.simssd.ftl;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.PagesToWrite;
import io.chameleon.simssd.frontier.Frontiers;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.nand.PlaneSchedule;
import io.chameleon.simssd.report.DeviceTimes;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Serves host writes: the translation layer places them, {@link PageIo} programs them, and this class accounts for
 * their time. The caller holds the device's lock.
 */
public final class HostWrites {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    /** Writes of a batch whose bookkeeping is loaded into the caches together. */
    private static final int FETCH_AHEAD = 32;

    private final boolean keepsData;
    private final boolean programsRuns;
    private final long programNanos;
    private final FlashTranslationLayer ftl;
    private final PageIo pages;
    private final @Nullable PlaneSchedule schedule;
    private final DeviceTimes times;

    public HostWrites(
            FlashConfig config,
            NandArray nand,
            FlashTranslationLayer ftl,
            PageIo pages,
            DeviceOptions options,
            DeviceTimes times) {
        keepsData = nand.keepsData();
        programsRuns = keepsData && !nand.isFallible();
        programNanos = config.timing().program().toNanos();
        this.ftl = ftl;
        this.pages = pages;
        schedule = options.schedule();
        this.times = times;
    }

    /** Writes a page of zeros. Returns the simulated time it took. */
    public long write(int logicalPage, WriteHint hint) {
        return write(logicalPage, NOTHING, NOTHING, hint);
    }

    /** Returns the simulated time it took. */
    public long write(int logicalPage, MemorySegment data, MemorySegment spare, WriteHint hint) {
        arrive();
        long collectedBefore = ftl.collectionNanos();
        int physicalPage = ftl.allocate(logicalPage, hint);
        while (keepsData && !pages.program(physicalPage, logicalPage, ftl.programs(), data, spare)) {
            physicalPage = ftl.replace(physicalPage);
        }
        ftl.map(logicalPage, physicalPage);
        return timeOf(physicalPage, ftl.collectionNanos() - collectedBefore);
    }

    /** Writes pages of zeros. Returns the simulated time it took. */
    public long write(int[] logicalPages, int count, WriteHint hint) {
        long service = 0;
        for (int i = 0; i < count; i++) {
            if (i % FETCH_AHEAD == 0) {
                ftl.fetch(logicalPages, i, Math.min(count, i + FETCH_AHEAD));
            }
            service = together(service, write(logicalPages[i], hint));
        }
        return service;
    }

    /** Returns the simulated time it took. */
    public long write(PagesToWrite writes, WriteHint hint) {
        int inRuns = programsRuns && PageIo.isPassedOn(writes.data()) ? writes.wholePages() : 0;
        long service = writeRuns(writes, inRuns, hint);
        for (int i = inRuns; i < writes.count(); i++) {
            service = together(service, write(writes.logicalPage(i), writes.data(i), writes.spare(i), hint));
        }
        return service;
    }

    private long writeRuns(PagesToWrite writes, int count, WriteHint hint) {
        long service = 0;
        int frontier = Frontiers.NONE;
        for (int done = 0; done < count; ) {
            arrive();
            long collectedBefore = ftl.collectionNanos();
            PageRun run = ftl.allocateRun(writes, done, count - done, hint, frontier);
            pages.program(run.firstPage(), run.pages(), ftl.programs(), writes, done);
            long collection = ftl.collectionNanos() - collectedBefore;
            for (int i = 0; i < run.pages(); i++) {
                ftl.map(writes.logicalPage(done + i), run.firstPage() + i);
                if (i > 0) {
                    arrive();
                }
                service = together(service, timeOf(run.firstPage() + i, i == 0 ? collection : 0));
            }
            frontier = run.nextFrontier();
            done += run.pages();
        }
        return service;
    }

    private void arrive() {
        if (schedule != null) {
            schedule.arrive();
        }
    }

    /** @param collection time spent on collection for this page, which has been programmed */
    private long timeOf(int physicalPage, long collection) {
        long service = schedule == null ? programNanos + collection : schedule.program(physicalPage);
        times.write(service, collection == 0 ? 0 : service - programNanos);
        return service;
    }

    /** For pages that one plane writes one after the other, or several planes at the same time. */
    private long together(long service, long one) {
        return schedule == null ? service + one : Math.max(service, one);
    }
}
