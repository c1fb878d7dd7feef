package io.chameleon.server.store;

import io.chameleon.core.WriteHint;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.device.FlashDevices;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Time and heap of a mount. {@code MountTime flash.img PAGES PAGE_BYTES FILL} creates an image of that many logical
 * pages if there is none, fills that share of it with fragments of 512 pages, and stops cleanly. A second call mounts
 * it from its checkpoint, or, after {@code rm flash.img.checkpoint}, by a scan. Cost depends on pages, not on bytes:
 * small ones spare the disk.
 */
final class MountTime {
    private static final int FRAGMENT_PAGES = 512;
    private static final double MIB = 1 << 20;

    private MountTime() {}

    public static void main(String[] args) {
        Path image = Path.of(args[0]);
        int pageBytes = Integer.parseInt(args[2]);
        double fill = Double.parseDouble(args[3]);
        int blocks = (int) Math.ceil(Long.parseLong(args[1]) / 64.0 / 0.85);
        FlashGeometry geometry =
                FlashDevices.geometryOf(image).orElseGet(() -> new FlashGeometry(pageBytes, 64, blocks, 0.15));
        boolean checkpoint = Files.exists(image.resolveSibling(image.getFileName() + ".checkpoint"));
        long start = System.nanoTime();
        FlashDevice device = FlashDevices.open(image, FlashConfig.of(geometry));
        double deviceSeconds = secondsSince(start);
        try (FragmentStore store =
                new FragmentStore(device, FragmentStore.DEFAULT_HEADROOM, Runnable::run, MountProgress.NONE)) {
            double seconds = secondsSince(start);
            System.gc();
            print(
                    "%s of %d pages, %d fragments: %.1f s (device %.1f s); heap in use %.0f MiB, highest %.0f MiB%n",
                    checkpoint ? "checkpoint" : "scan",
                    geometry.logicalPages(),
                    store.usage().fragments(),
                    seconds,
                    deviceSeconds,
                    usedHeap() / MIB,
                    highestHeap() / MIB);
            fill(store, geometry, fill);
            start = System.nanoTime();
        }
        print("stop: %.1f s%n", secondsSince(start));
    }

    private static void fill(FragmentStore store, FlashGeometry geometry, double fill) {
        int length = FRAGMENT_PAGES * geometry.pageBytes();
        MemorySegment content = Arena.ofAuto().allocate(length);
        CRC32C crc = new CRC32C();
        crc.update(content.asByteBuffer());
        long wanted = (long) (fill * geometry.logicalPages() / FRAGMENT_PAGES);
        for (long id = store.usage().fragments() + 1L; id <= wanted; id++) {
            Fragment fragment =
                    new Fragment(Bytes.id(id), length, (int) crc.getValue(), RedundancyScheme.replication(3), length);
            store.put(fragment, content, WriteHint.UNKNOWN).join();
        }
    }

    private static long usedHeap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long highestHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(MemoryUsage::getUsed)
                .sum();
    }

    private static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
