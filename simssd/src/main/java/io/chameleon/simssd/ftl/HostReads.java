package io.chameleon.simssd.ftl;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.PageIo;
import io.chameleon.simssd.nand.PlaneSchedule;
import io.chameleon.simssd.report.DeviceHealth;
import io.chameleon.simssd.report.DeviceTimes;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves host reads: looks pages up in the map, has {@link PageIo} check them, and accounts for their time and errors.
 * The caller holds the device's lock.
 */
public final class HostReads {
    private final FlashGeometry geometry;
    private final PageNumbers numbers;
    private final boolean keepsData;
    private final long readNanos;
    private final PageMap map;
    private final PageIo pages;
    private final DeviceHealth health;
    private final @Nullable PlaneSchedule schedule;
    private final DeviceTimes times;

    /** @param keepsData if false, zeros are read */
    public HostReads(
            FlashConfig config,
            boolean keepsData,
            PageMap map,
            PageIo pages,
            DeviceOptions options,
            DeviceTimes times) {
        geometry = config.geometry();
        numbers = geometry.pageNumbers();
        this.keepsData = keepsData;
        readNanos = config.timing().read().toNanos();
        this.map = map;
        this.pages = pages;
        health = options.health();
        schedule = options.schedule();
        this.times = times;
    }

    /** Returns the simulated time it took. */
    public long read(int logicalPage, MemorySegment into) {
        int physicalPage = physicalOf(logicalPage);
        health.hostRead();
        fetch(into, () -> pages.read(physicalPage, logicalPage, into));
        return timeOf(physicalPage);
    }

    /** Returns the simulated time it took. */
    public long read(int[] logicalPages, int from, int count, MemorySegment into) {
        long service = 0;
        for (int done = 0; done < count; ) {
            int next = from + done;
            int physicalPage = physicalOf(logicalPages[next]);
            int run = runLength(physicalPage, logicalPages, next, count - done);
            long start = (long) done * geometry.pageBytes();
            MemorySegment target = into.asSlice(start, (long) run * geometry.pageBytes());
            for (int i = 0; i < run; i++) {
                health.hostRead();
            }
            fetch(target, () -> pages.read(physicalPage, logicalPages, next, run, target));
            for (int i = 0; i < run; i++) {
                long one = timeOf(physicalPage + i);
                service = schedule == null ? service + one : Math.max(service, one);
            }
            done += run;
        }
        return service;
    }

    /**
     * Locates pages instead of reading them ({@link io.chameleon.simssd.FlashDevice#locate}).
     *
     * @param into receives the ranges; stays empty if they lie in no file, or the operating system does not have all of
     *     them in memory
     * @return the simulated time it took
     */
    public long locate(int[] logicalPages, int bytes, List<FileRange> into) {
        if (!pages.isLocatable()) {
            return 0;
        }
        List<FileRange> ranges = ranges(logicalPages, bytes);
        if (!ranges.stream().allMatch(pages::isCached)) {
            return 0;
        }
        into.addAll(ranges);
        long service = 0;
        for (int logicalPage : logicalPages) {
            health.hostRead();
            long one = timeOf(physicalOf(logicalPage));
            service = schedule == null ? service + one : Math.max(service, one);
        }
        return service;
    }

    private List<FileRange> ranges(int[] logicalPages, int bytes) {
        List<FileRange> ranges = new ArrayList<>();
        int left = bytes;
        for (int logicalPage : logicalPages) {
            FileRange page = pages.locate(physicalOf(logicalPage));
            append(ranges, page, Math.min(left, page.length()));
            left -= Math.min(left, page.length());
        }
        return ranges;
    }

    private static void append(List<FileRange> ranges, FileRange page, int bytes) {
        FileRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
        if (last != null && last.isBefore(page)) {
            ranges.set(ranges.size() - 1, last.longer(bytes));
        } else {
            ranges.add(new FileRange(page.file(), page.position(), bytes));
        }
    }

    /** How many of the next {@code most} pages are adjacent in a block, with the first at {@code physicalPage}. */
    private int runLength(int physicalPage, int[] logicalPages, int from, int most) {
        int left = geometry.pagesPerBlock() - numbers.inBlock(physicalPage);
        int limit = Math.min(most, left);
        int length = 1;
        while (length < limit && map.physicalOf(logicalPages[from + length]) == physicalPage + length) {
            length++;
        }
        return length;
    }

    private int physicalOf(int logicalPage) {
        int physicalPage = map.physicalOf(logicalPage);
        if (physicalPage == PageMap.UNMAPPED) {
            throw new UnmappedPageException(logicalPage);
        }
        return physicalPage;
    }

    private long timeOf(int physicalPage) {
        if (schedule != null) {
            schedule.arrive();
        }
        long service = schedule == null ? readNanos : schedule.read(physicalPage);
        times.read(service);
        return service;
    }

    private void fetch(MemorySegment into, Runnable read) {
        if (!keepsData) {
            into.fill((byte) 0);
            return;
        }
        try {
            read.run();
        } catch (CorruptPageException e) {
            health.mediaError();
            throw e;
        }
    }
}
