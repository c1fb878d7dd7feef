package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Writes of the host: placed by the translation layer, programmed by {@link PageIo}, their time accounted. The caller holds the device's lock. */
final class HostWrites {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    /** Writes of a batch whose bookkeeping is brought into the caches together. */
    private static final int FETCH_AHEAD = 32;

    private final boolean keepsData;
    private final long programNanos;
    private final FlashTranslationLayer ftl;
    private final PageIo pages;
    private final @Nullable PlaneSchedule schedule;
    private final DeviceTimes times;

    /** @param keepsData if not, nothing is programmed */
    HostWrites(
            FlashConfig config,
            boolean keepsData,
            FlashTranslationLayer ftl,
            PageIo pages,
            DeviceOptions options,
            DeviceTimes times) {
        this.keepsData = keepsData;
        programNanos = config.timing().program().toNanos();
        this.ftl = ftl;
        this.pages = pages;
        schedule = options.schedule();
        this.times = times;
    }

    /** Writes a page of zeros. Returns the simulated time it took. */
    long write(int logicalPage, int stream) {
        return write(logicalPage, NOTHING, NOTHING, stream);
    }

    /** Returns the simulated time it took. */
    long write(int logicalPage, MemorySegment data, MemorySegment spare, int stream) {
        if (schedule != null) {
            schedule.arrive();
        }
        long collectedBefore = ftl.collectionNanos();
        int physicalPage = ftl.allocate(logicalPage, stream);
        while (keepsData && !pages.program(physicalPage, logicalPage, ftl.programs(), data, spare)) {
            physicalPage = ftl.replace(physicalPage);
        }
        ftl.map(logicalPage, physicalPage);
        long collection = ftl.collectionNanos() - collectedBefore;
        long service = schedule == null ? programNanos + collection : schedule.program(physicalPage);
        times.write(service, collection == 0 ? 0 : service - programNanos);
        return service;
    }

    /** Writes pages of zeros. Returns the simulated time it took. */
    long write(int[] logicalPages, int count, int stream) {
        long service = 0;
        for (int i = 0; i < count; i++) {
            if (i % FETCH_AHEAD == 0) {
                ftl.fetch(logicalPages, i, Math.min(count, i + FETCH_AHEAD));
            }
            long one = write(logicalPages[i], stream);
            service = schedule == null ? service + one : Math.max(service, one);
        }
        return service;
    }
}
