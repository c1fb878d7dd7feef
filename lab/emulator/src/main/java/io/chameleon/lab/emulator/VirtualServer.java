package io.chameleon.lab.emulator;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.wear.WearReport;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import io.chameleon.simssd.report.WearStatistics;
import java.lang.foreign.MemorySegment;

/**
 * A flash server in virtual time: its device, its free logical pages, and when it will have finished its operations,
 * one after the other. Not safe from several threads.
 */
final class VirtualServer {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    private final ServerId id;
    private final SimulatedFlashDevice device;
    private final DeviceSpec spec;
    private final int[] freePages;
    private int free;
    private long servedNanos;
    private long busyUntilNanos;
    private Counters filled = Counters.NONE;
    private Counters firstCollection = Counters.NONE;
    private boolean collected;

    /** Pages and the time it took to write them, up to some moment. */
    record Counters(long hostPages, long nandPages, long writeNanos) {
        static final Counters NONE = new Counters(0, 0, 0);

        Counters since(Counters earlier) {
            return new Counters(
                    hostPages - earlier.hostPages, nandPages - earlier.nandPages, writeNanos - earlier.writeNanos);
        }
    }

    private long writeNanos;

    VirtualServer(ServerId id, FlashConfig config, DeviceSpec spec) {
        this.id = id;
        this.spec = spec;
        device = FlashDevices.builder(config)
                .pacer(nanos -> servedNanos += nanos)
                .ratedErases(spec.ratedErases())
                .timingOnly();
        free = (int) config.geometry().logicalPages();
        freePages = new int[free];
        for (int i = 0; i < free; i++) {
            freePages[i] = free - 1 - i;
        }
    }

    ServerId id() {
        return id;
    }

    int freePages() {
        return free;
    }

    int capacityPages() {
        return freePages.length;
    }

    /** Reserves {@code count} logical pages, writing their numbers to {@code into} from {@code at} on. */
    void take(int[] into, int at, int count) {
        if (count > free) {
            throw new IllegalStateException(id + " has " + free + " free pages, " + count + " asked for");
        }
        free -= count;
        System.arraycopy(freePages, free, into, at, count);
    }

    /** Trims logical pages and makes them free again. */
    void release(int[] pages, int from, int count) {
        for (int i = from; i < from + count; i++) {
            device.trim(pages[i]);
            freePages[free++] = pages[i];
        }
    }

    /** Writes {@code pages[0]} to {@code pages[count - 1]}. Returns the device time it took, nanoseconds. */
    long write(int[] pages, int count, WriteHint hint) {
        servedNanos = 0;
        device.writePages(pages, count, hint);
        writeNanos += servedNanos;
        if (!collected && device.victims() > 0) {
            collected = true;
            firstCollection = counters();
        }
        return servedNanos;
    }

    /** Reads {@code pages[from]} to {@code pages[from + count - 1]}. Returns the device time it took, nanoseconds. */
    long read(int[] pages, int from, int count) {
        servedNanos = 0;
        for (int i = from; i < from + count; i++) {
            device.read(pages[i], NOTHING);
        }
        return servedNanos;
    }

    /** Queues work that arrived at {@code nanos}; returns when it is done. */
    long serve(long nanos, long service) {
        busyUntilNanos = Math.max(nanos, busyUntilNanos) + service;
        return busyUntilNanos;
    }

    /** Ends the filling of the device: measurements begin here. */
    void beginMeasuring() {
        busyUntilNanos = 0;
        filled = counters();
    }

    Counters sinceFilled() {
        return counters().since(filled);
    }

    /** Since the first collection; nothing if there was none. */
    Counters sinceFirstCollection() {
        return collected ? counters().since(firstCollection) : Counters.NONE;
    }

    private Counters counters() {
        return new Counters(device.hostPageWrites(), device.nandPageWrites(), writeNanos);
    }

    WearReport report() {
        FlashGeometry geometry = device.geometry();
        WearStatistics wear = device.statistics();
        return new WearReport(
                id,
                spec.priorErases() + wear.totalErases(),
                wear.hostPageWrites(),
                wear.nandPageWrites(),
                wear.recentVictimUtilisation(),
                wear.logicalPages(),
                wear.livePages(),
                geometry.pageBytes(),
                geometry.pagesPerBlock(),
                geometry.blocks(),
                spec.ratedErases(),
                wear.badBlocks(),
                new WearReport.LatencySummary(
                        wear.writeLatency().count(),
                        wear.writeLatency().meanMicros(),
                        wear.writeLatency().p99Micros()));
    }
}
