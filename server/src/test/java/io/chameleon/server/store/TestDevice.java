package io.chameleon.server.store;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.PageVisitor;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.report.LatencyReport;
import io.chameleon.simssd.report.MountReport;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.WearStatistics;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A device that records what is done to it, and lets a test intervene. Close keeps the content for a remount. */
public final class TestDevice implements FlashDevice {
    /** 870 logical pages, so that garbage collection has something to do. */
    public static final FlashConfig SMALL = FlashConfig.of(new FlashGeometry(4096, 8, 128, 0.15));

    private final FlashDevice device;
    public final AtomicInteger syncs = new AtomicInteger();
    public final Set<Long> written = ConcurrentHashMap.newKeySet();
    public volatile Runnable beforeSync = () -> {};
    public volatile Runnable beforeClose = () -> {};
    public volatile Runnable afterSync = () -> {};
    public volatile LongConsumer beforeWrite = _ -> {};
    public volatile LongConsumer beforeRead = _ -> {};
    /** Where every page seems to lie; empty: in no file. */
    public volatile List<FileRange> located = List.of();

    public TestDevice(FlashDevice device) {
        this.device = device;
    }

    public static TestDevice small() {
        return new TestDevice(FlashDevices.inMemory(SMALL));
    }

    public Set<Long> mapped() {
        Set<Long> pages = new HashSet<>();
        device.scan((page, _) -> pages.add(page));
        return pages;
    }

    @Override
    public void write(long logicalPage, MemorySegment data, MemorySegment spare, WriteHint hint) {
        beforeWrite.accept(logicalPage);
        device.write(logicalPage, data, spare, hint);
        written.add(logicalPage);
    }

    @Override
    public List<FileRange> locate(int[] logicalPages, int bytes) {
        return located;
    }

    @Override
    public void read(long logicalPage, MemorySegment into) {
        beforeRead.accept(logicalPage);
        device.read(logicalPage, into);
    }

    @Override
    public void sync() {
        beforeSync.run();
        device.sync();
        syncs.incrementAndGet();
        afterSync.run();
    }

    @Override
    public FlashGeometry geometry() {
        return device.geometry();
    }

    @Override
    public UUID deviceId() {
        return device.deviceId();
    }

    @Override
    public @Nullable UUID clusterId() {
        return device.clusterId();
    }

    @Override
    public void join(UUID cluster) {
        device.join(cluster);
    }

    @Override
    public SmartReport smart() {
        return device.smart();
    }

    @Override
    public LatencyReport latency() {
        return device.latency();
    }

    @Override
    public boolean isMapped(long logicalPage) {
        return device.isMapped(logicalPage);
    }

    @Override
    public void trim(long logicalPage) {
        device.trim(logicalPage);
    }

    @Override
    public void scan(PageVisitor visitor) {
        device.scan(visitor);
    }

    @Override
    public WearStatistics statistics() {
        return device.statistics();
    }

    @Override
    public int[] eraseCounts() {
        return device.eraseCounts();
    }

    @Override
    public MountReport mountReport() {
        return device.mountReport();
    }

    @Override
    public void close() {
        beforeClose.run();
    }
}
