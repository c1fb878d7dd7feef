package io.chameleon.simssd.ftl;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageNumbers;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.blocks.BlockPool;
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
 * The caller holds the device's lock, but for {@link #fetch(Begun, int[], int, MemorySegment)}: there the bytes are
 * moved and checked while other operations go on. A page that is overwritten meanwhile stays where it was until its
 * block is erased. So the bytes are good if no erase has begun since the read did.
 */
public final class HostReads {
    private final FlashGeometry geometry;
    private final PageNumbers numbers;
    private final boolean keepsData;
    private final long readNanos;
    private final PageMap map;
    private final BlockPool pool;
    private final PageIo pages;
    private final DeviceHealth health;
    private final @Nullable PlaneSchedule schedule;
    private final DeviceTimes times;

    /** @param keepsData if false, zeros are read */
    public HostReads(
            FlashConfig config,
            boolean keepsData,
            PageMap map,
            BlockPool pool,
            PageIo pages,
            DeviceOptions options,
            DeviceTimes times) {
        geometry = config.geometry();
        numbers = geometry.pageNumbers();
        this.keepsData = keepsData;
        readNanos = config.timing().read().toNanos();
        this.map = map;
        this.pool = pool;
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
        Begun read = begin(logicalPages, from, count);
        fetch(into, () -> load(read.places, logicalPages, from, into));
        return read.service;
    }

    /** Whether a read may begin under the device's lock and fetch its bytes outside. */
    public boolean areParallel() {
        return pages.isLocatable();
    }

    /** Looks the pages up and accounts for their reading; {@link #fetch} follows. */
    public Begun begin(int[] logicalPages, int from, int count) {
        int[] places = placesOf(logicalPages, from, count);
        long service = 0;
        for (int place : places) {
            health.hostRead();
            long one = timeOf(place);
            service = schedule == null ? service + one : Math.max(service, one);
        }
        return new Begun(places, pool.erasesBegun(), service);
    }

    /**
     * Fetches the bytes of a read that has begun, beside any other operation. Of a single page {@code into} may take a
     * part. False: they may not be what was there when the read began, so {@link #fetchAgain} follows, under the lock.
     */
    public boolean fetch(Begun read, int[] logicalPages, int from, MemorySegment into) {
        try {
            load(read.places, logicalPages, from, into);
        } catch (RuntimeException e) {
            return false;
        }
        return pool.erasesBegun() == read.erases;
    }

    /** Fetches the bytes of pages whose reading was accounted for, or throws what is wrong with them. */
    public void fetchAgain(int[] logicalPages, int from, int count, MemorySegment into) {
        int[] places = placesOf(logicalPages, from, count);
        fetch(into, () -> load(places, logicalPages, from, into));
    }

    /** Pages that are adjacent in a block are read at once. */
    private void load(int[] places, int[] logicalPages, int from, MemorySegment into) {
        for (int first = 0; first < places.length; ) {
            int run = runLength(places, first);
            long start = (long) first * geometry.pageBytes();
            long bytes = Math.min((long) run * geometry.pageBytes(), into.byteSize() - start);
            pages.read(places[first], logicalPages, from + first, run, into.asSlice(start, bytes));
            first += run;
        }
    }

    private int[] placesOf(int[] logicalPages, int from, int count) {
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            places[i] = physicalOf(logicalPages[from + i]);
        }
        return places;
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

    private int runLength(int[] places, int first) {
        int left = geometry.pagesPerBlock() - numbers.inBlock(places[first]);
        int limit = Math.min(places.length - first, left);
        int length = 1;
        while (length < limit && places[first + length] == places[first] + length) {
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

    /** A read whose pages were looked up and accounted for. */
    public static final class Begun {
        private final int[] places;
        private final long erases;
        private final long service;

        private Begun(int[] places, long erases, long service) {
            this.places = places;
            this.erases = erases;
            this.service = service;
        }

        /** The simulated time it takes. */
        public long service() {
            return service;
        }
    }
}
