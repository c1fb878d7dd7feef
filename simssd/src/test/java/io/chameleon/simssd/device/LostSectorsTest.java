package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashException;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.testing.LossyDisk;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that cannot read some of its sectors damages what lies in them, and no more. */
class LostSectorsTest {
    /** Eight pages, or the areas of eight blocks, are one sector. */
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);

    private static final ImageLayout LAYOUT = new ImageLayout(CONFIG.geometry());
    private static final long PAGES = CONFIG.geometry().logicalPages();

    @TempDir
    Path directory;

    private final LossyDisk disk = new LossyDisk();
    private Path image = Path.of("");

    @BeforeEach
    void nameImage() {
        image = directory.resolve("ssd.img");
    }

    @Test
    void pageInALostSector_isCorruptUntilRewritten_andTheDeviceServesOn() {
        try (FlashDevice device = open()) {
            writeAll(device, 1);
            disk.lose(LAYOUT.data(2, 0));

            assertThatThrownBy(() -> TestPages.readVersion(device, 16)).isInstanceOf(CorruptPageException.class);
            assertThat(TestPages.readVersion(device, 15)).isEqualTo(1);
            assertThat(TestPages.readVersion(device, 24)).isEqualTo(1);
            assertThat(device.smart().lostSectors()).isEqualTo(1);
            assertThat(device.smart().criticalWarning()).isEqualTo(SmartReport.UNRELIABLE);

            TestPages.write(device, 16, 2);
            device.sync();
            assertThat(TestPages.readVersion(device, 16)).isEqualTo(2);
        }
    }

    @Test
    void collectionOfALostSector_keepsItsPagesCorrupt_andTheDeviceWritable() {
        try (FlashDevice device = open()) {
            writeAll(device, 1);
            disk.lose(LAYOUT.data(0, 0));
            SplittableRandom random = new SplittableRandom(5);
            for (int i = 0; i < 5000; i++) {
                long page = random.nextLong(PAGES);
                TestPages.write(device, page == 7 ? 8 : page, 2);
            }

            assertThat(device.eraseCounts()[0]).isPositive();
            assertThatThrownBy(() -> TestPages.readVersion(device, 7)).isInstanceOf(CorruptPageException.class);
            assertThat(disk.hasLost(LAYOUT.data(0, 0)))
                    .as("a program found a new place for it")
                    .isFalse();
        }
    }

    @Test
    void lostAreas_failNoMount_andNoWriteAfterIt() {
        try (FlashDevice device = open()) {
            writeAll(device, 1);
        }
        TestImages.forgetCheckpoint(image);
        disk.lose(LAYOUT.oob(8, 0));
        try (FlashDevice device = open()) {
            assertThat(device.mountReport().corruptPages()
                            + device.mountReport().tornPages())
                    .isEqualTo(64);
            assertThatThrownBy(() -> TestPages.readVersion(device, 64)).isInstanceOf(UnmappedPageException.class);
            assertThat(TestPages.readVersion(device, 63)).isEqualTo(1);
            assertThat(TestPages.readVersion(device, 128)).isEqualTo(1);
            writeAll(device, 2);
            writeAll(device, 3);
            requireAll(device, 3);
        }
        try (FlashDevice device = open()) {
            requireAll(device, 3);
        }
    }

    @Test
    void lostTrimsAndCounters_failNoMount_whileOneSlotIsLeft() {
        try (FlashDevice device = open()) {
            writeAll(device, 1);
            device.trim(5);
        }
        TestImages.forgetCheckpoint(image);
        disk.lose(LAYOUT.trimEntry(5));
        disk.lose(LAYOUT.slot(0));
        try (FlashDevice device = open()) {
            writeAll(device, 2);
        }
        disk.lose(LAYOUT.slot(0));
        disk.lose(LAYOUT.slot(1));
        assertThatThrownBy(this::open)
                .isInstanceOf(ImageException.class)
                .hasMessage(image + ": both counter slots are damaged");
    }

    @Test
    void lostHeader_isToldAsTheDisksFailure() {
        open().close();
        disk.lose(0);
        assertThatThrownBy(this::open)
                .isInstanceOf(DeviceFailedException.class)
                .hasMessage("cannot read image " + image + ": Input/output error");
    }

    @Test
    void diskThatLosesManySectors_hasFailed() throws IOException {
        FlashConfig config = TestPages.smallConfig(512, 0.3, WriteMode.SINGLE);
        try (FlashDevice device = FlashDevices.builder(config).medium(disk).open(image)) {
            long pages = config.geometry().logicalPages();
            for (int page = 0; page < pages; page++) {
                TestPages.write(device, page, 1);
            }
            for (long at = 0; at < Files.size(image); at += 512) {
                disk.lose(at);
            }
            Map<Class<?>, Integer> failures = new HashMap<>();
            for (int page = 0; page < pages; page++) {
                try {
                    TestPages.readVersion(device, page);
                } catch (FlashException e) {
                    failures.merge(e.getClass(), 1, Integer::sum);
                }
            }
            assertThat(failures).containsOnlyKeys(CorruptPageException.class, DeviceFailedException.class);
            assertThat(failures.get(CorruptPageException.class)).isBetween(1000, 3000);
            disk.recover();
        }
    }

    /** Stale content may return where the areas of newer versions are lost, but never a mixture or another page's. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whateverIsLost_whenever_theDeviceServesOn_andServesNothingWrong(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 1; round <= 5; round++) {
            try (FlashDevice device = open()) {
                long end = Files.size(image);
                for (int i = 0; i < 1500; i++) {
                    TestPages.write(device, random.nextLong(PAGES), 1000L * round + i);
                    if (i % 300 == 0) {
                        device.sync();
                        disk.lose(random.nextLong(LAYOUT.oob(0, 0), end));
                    }
                    readIfWhole(device, random.nextLong(PAGES), seed);
                }
            }
            if (random.nextBoolean()) {
                TestImages.forgetCheckpoint(image);
            }
        }
        try (FlashDevice device = open()) {
            writeAll(device, 1);
            disk.recover();
            requireAll(device, 1);
        }
    }

    private static void readIfWhole(FlashDevice device, long page, long seed) {
        try {
            assertThat(TestPages.readVersion(device, page)).as("seed %d", seed).isPositive();
        } catch (CorruptPageException | UnmappedPageException _) {
            // Lost, or never written.
        }
    }

    private FlashDevice open() {
        return FlashDevices.builder(CONFIG).medium(disk).open(image);
    }

    private static void writeAll(FlashDevice device, long version) {
        for (long page = 0; page < PAGES; page++) {
            TestPages.write(device, page, version);
        }
        device.sync();
    }

    private static void requireAll(FlashDevice device, long version) {
        for (long page = 0; page < PAGES; page++) {
            assertThat(TestPages.readVersion(device, page)).as("page %d", page).isEqualTo(version);
        }
    }
}
