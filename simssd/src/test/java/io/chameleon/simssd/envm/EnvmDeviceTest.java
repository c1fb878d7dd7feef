package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.device.FlashDevices;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EnvmDeviceTest {
    private static final int PAGE = 512;
    private static final int CELLS = 128;
    private static final FlashConfig SMALL = FlashConfig.of(new FlashGeometry(PAGE, 8, 100, 0.2));

    @TempDir
    Path directory;

    private Instant now = Instant.EPOCH;

    private static EnvmConfig config(EnvmPolicy policy, int dramPages) {
        return new EnvmConfig(policy, CELLS * PAGE, (long) dramPages * PAGE, 0.5, EnvmTiming.OPTANE);
    }

    private EnvmDevice open(EnvmConfig config) {
        return open(SMALL, config);
    }

    private EnvmDevice open(FlashConfig small, EnvmConfig config) {
        FlashDevice flash = FlashDevices.open(directory.resolve("flash.img"), small);
        return EnvmDevices.open(flash, directory.resolve("flash.envm"), config, () -> now, Pacer.virtual());
    }

    @ParameterizedTest(name = "{0}, seed {1}, {2} frames of DRAM, {4} blocks of {3} pages")
    @CsvSource({
        "OC, 1, 30, 8, 100, 0.2",
        "OC, 2, 0, 8, 100, 0.2",
        "NLCWOIP, 3, 30, 8, 100, 0.2",
        "NLCWOIP, 4, 1, 8, 100, 0.2",
        "NLCWIP, 5, 30, 8, 100, 0.2",
        "NLCWIP, 6, 0, 8, 100, 0.2",
        "OC, 7, 30, 48, 50, 0.2",
        "NLCWOIP, 8, 30, 48, 50, 0.2",
        "NLCWIP, 9, 30, 48, 50, 0.2",
        "NLCWIP, 10, 30, 1152, 20, 0.6"
    })
    void device_underRandomUseAndReopenings_behavesLikeAMap(
            EnvmPolicy policy, long seed, int dramPages, int pagesPerBlock, int blocks, double overProvisioning) {
        FlashConfig small = FlashConfig.of(new FlashGeometry(PAGE, pagesPerBlock, blocks, overProvisioning));
        SplittableRandom random = new SplittableRandom(seed);
        Map<Long, Long> versions = new HashMap<>();
        long version = 0;
        for (int life = 0; life < 4; life++) {
            try (EnvmDevice device = open(small, config(policy, dramPages))) {
                device.scan((page, _) -> {
                    if (!versions.containsKey(page)) {
                        device.trim(page); // trims are not durable
                    }
                });
                for (int i = 0; i < 4_000; i++) {
                    now = now.plusNanos(random.nextInt(4) == 0 ? random.nextLong(1_000_000_000L) : 1_000);
                    long page = random.nextInt(3) == 0
                            ? random.nextLong(device.geometry().logicalPages())
                            : random.nextLong(200);
                    int dice = random.nextInt(100);
                    if (dice < 60) {
                        Pages.write(device, page, ++version, random.nextBoolean() ? PAGE : 32L * PAGE);
                        versions.put(page, version);
                    } else if (dice < 65) {
                        device.trim(page);
                        versions.remove(page);
                    } else if (dice < 66) {
                        device.sync();
                    } else if (dice < 70) {
                        device.writeBackIfIdle();
                    } else {
                        check(device, page, versions);
                    }
                }
                checkEverything(device, versions);
                TierCounters counters = device.tierStatistics().tier();
                assertThat(counters.envmReads()).as("ENVM was used").isPositive();
                assertThat(counters.urgentWritebacks() + counters.idleWritebacks())
                        .isPositive();
            }
        }
    }

    private static void check(FlashDevice device, long page, Map<Long, Long> versions) {
        Long expected = versions.get(page);
        if (device.isMapped(page) != (expected != null)) {
            fail("page %d is mapped or not, other than expected", page);
        }
        if (expected != null) {
            long found = Pages.readVersion(device, page);
            if (found != expected) {
                fail("page %d is version %d, expected %d", page, found, expected);
            }
        } else {
            assertThatThrownBy(() -> Pages.readVersion(device, page)).isInstanceOf(UnmappedPageException.class);
        }
    }

    private static void checkEverything(FlashDevice device, Map<Long, Long> versions) {
        for (long page = 0; page < device.geometry().logicalPages(); page++) {
            check(device, page, versions);
        }
        Map<Long, Long> scanned = new HashMap<>();
        device.scan((page, spare) -> {
            long named = spare.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            if (named != page || scanned.put(page, spare.get(ValueLayout.JAVA_LONG_UNALIGNED, 32)) != null) {
                fail("page %d has the owner bytes of %d, or is visited twice", page, named);
            }
        });
        assertThat(scanned).isEqualTo(versions);
        assertThat(device.statistics().livePages()).isEqualTo(versions.size());
    }

    @ParameterizedTest
    @EnumSource(EnvmPolicy.class)
    void pageRewrittenOverAndOver_wearsFlashLessThanWithoutATier(EnvmPolicy policy) {
        try (EnvmDevice device = open(config(policy, 10))) {
            for (int i = 0; i < 200; i++) {
                Pages.write(device, i % 5, i + 1, i == 0 ? 64L * PAGE : PAGE);
                device.sync();
            }
            assertThat(device.statistics().hostPageWrites()).isLessThan(20);
            assertThat(device.tierStatistics().envmPageWrites()).isBetween(190L, 210L);
        }
    }

    @Test
    void write_underPolicyI_isAtRiskUntilASync() {
        try (EnvmDevice device = open(config(EnvmPolicy.OC, 30))) {
            Pages.write(device, 1, 1, PAGE);
            Pages.write(device, 2, 1, PAGE);
            assertThat(device.tierStatistics().bytesAtRisk()).isEqualTo(2 * PAGE);
            device.sync();
            assertThat(device.tierStatistics().bytesAtRisk()).isZero();
            assertThat(device.tierStatistics().mostAtRisk()).isEqualTo(2);
            assertThat(device.statistics().hostPageWrites())
                    .as("pages on flash")
                    .isZero();
        }
    }

    @Test
    void idleTime_sendsModifiedPagesToFlash_asManyAsTheGapAllows() {
        try (EnvmDevice device = open(config(EnvmPolicy.NLCWIP, 0))) {
            Pages.write(device, 0, 1, 64L * PAGE); // large: to flash
            for (int page = 1; page < 100; page++) {
                now = now.plusNanos(1_400_000); // seven flash accesses
                Pages.write(device, page, 1, PAGE);
            }
            assertThat(device.writeBackIfIdle()).as("a call just came").isZero();
            now = now.plusNanos(200_000);
            assertThat(device.writeBackIfIdle()).isEqualTo(7);
            assertThat(device.writeBackIfIdle()).as("the gap is used up").isZero();
            assertThat(device.tierStatistics().tier().idleWritebacks()).isEqualTo(7);
        }
    }

    @Test
    void pagesWrittenAtOnce_areOneRequest() {
        FlashDevice flash = FlashDevices.inMemory(SMALL);
        try (EnvmDevice device = EnvmDevices.inMemory(flash, config(EnvmPolicy.NLCWIP, 0), () -> now, _ -> {})) {
            int[] pages = {7, 3, 5};
            MemorySegment data = MemorySegment.ofArray(new byte[3 * PAGE - 1]);
            MemorySegment spares = MemorySegment.ofArray(new byte[] {1, 2, 3});
            device.write(pages, 0, 3, data, spares, WriteHint.COLD, 64L * PAGE);
            assertThat(device.statistics().hostPageWrites())
                    .as("pages of a large request, on flash")
                    .isEqualTo(3);
            Map<Long, Byte> owners = new HashMap<>();
            device.scan((page, spare) -> owners.put(page, spare.get(ValueLayout.JAVA_BYTE, 0)));
            assertThat(owners).isEqualTo(Map.of(7L, (byte) 1, 3L, (byte) 2, 5L, (byte) 3));
        }
    }

    @Test
    void envmTime_passesForTheCaller() {
        List<Long> served = new ArrayList<>();
        FlashDevice flash = FlashDevices.inMemory(SMALL);
        try (EnvmDevice device = EnvmDevices.inMemory(flash, config(EnvmPolicy.NLCWIP, 0), () -> now, served::add)) {
            Pages.write(device, 0, 1, 64L * PAGE);
            Pages.write(device, 1, 1, PAGE);
            Pages.readVersion(device, 1);
            assertThat(served).containsExactly(0L, 32_000L, 10_000L);
        }
    }

    @Test
    void openWithAnotherSize_movesEverythingToFlashFirst() {
        try (EnvmDevice device = open(config(EnvmPolicy.OC, 0))) {
            for (int page = 0; page < 60; page++) {
                Pages.write(device, page, 5, PAGE);
            }
            assertThat(device.statistics().hostPageWrites()).isZero();
        }
        EnvmConfig larger = new EnvmConfig(EnvmPolicy.OC, 2 * CELLS * PAGE, 0, 0, EnvmTiming.OPTANE);
        try (EnvmDevice device = open(larger)) {
            assertThat(device.tierStatistics().cells()).isEqualTo(2 * CELLS);
            assertThat(device.statistics().hostPageWrites()).isEqualTo(60);
            assertThat(Pages.readVersion(device, 59)).isEqualTo(5);
        }
    }

    @Test
    void drain_leavesFlashWithEverythingAndNoImage() {
        try (EnvmDevice device = open(config(EnvmPolicy.NLCWIP, 0))) {
            Pages.write(device, 0, 5, 64L * PAGE);
            for (int page = 1; page < 60; page++) {
                Pages.write(device, page, 5, PAGE);
            }
        }
        Path image = directory.resolve("flash.envm");
        try (FlashDevice flash = FlashDevices.open(directory.resolve("flash.img"), SMALL)) {
            assertThat(flash.isMapped(59)).isFalse();
            EnvmDevices.drain(flash, image);
            for (int page = 0; page < 60; page++) {
                assertThat(Pages.readVersion(flash, page)).isEqualTo(5);
            }
            assertThat(image).doesNotExist();
            EnvmDevices.drain(flash, image);
        }
    }

    /** The image was deleted or restored from elsewhere, its cache was not: the cached pages are not this device's. */
    @Test
    void cacheOfAnotherDevice_isNeverWrittenIntoThisOne() throws IOException {
        try (EnvmDevice device = open(config(EnvmPolicy.OC, 0))) {
            Pages.write(device, 3, 5, PAGE);
        }
        Files.delete(directory.resolve("flash.img"));
        Path image = directory.resolve("flash.envm");
        try (FlashDevice flash = FlashDevices.open(directory.resolve("flash.img"), SMALL)) {
            assertThatThrownBy(() -> EnvmDevices.drain(flash, image))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("expected " + flash.deviceId());
            assertThatThrownBy(
                            () -> EnvmDevices.open(flash, image, config(EnvmPolicy.OC, 0), () -> now, Pacer.virtual()))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("expected " + flash.deviceId());
            assertThat(flash.isMapped(3)).isFalse();
        }
        assertThat(image).exists();
    }

    @Test
    void cachedDevice_hasTheIdentityOfItsFlash() {
        UUID cluster = new UUID(5, 6);
        try (FlashDevice flash = FlashDevices.open(directory.resolve("flash.img"), SMALL);
                EnvmDevice device = EnvmDevices.open(
                        flash, directory.resolve("flash.envm"), config(EnvmPolicy.OC, 0), () -> now, Pacer.virtual())) {
            device.join(cluster);
            assertThat(device.deviceId()).isEqualTo(flash.deviceId());
            assertThat(device.clusterId()).isEqualTo(cluster).isEqualTo(flash.clusterId());
        }
    }

    @Test
    void damagedCell_isCorrupt_unlessFlashHasTheSame() throws IOException {
        EnvmConfig config = config(EnvmPolicy.NLCWIP, 0);
        try (EnvmDevice device = open(config)) {
            Pages.write(device, 0, 1, 64L * PAGE);
            Pages.write(device, 1, 7, PAGE);
            device.sync();
            damage(0);
            assertThatThrownBy(() -> Pages.readVersion(device, 1)).isInstanceOf(CorruptPageException.class);
            Pages.write(device, 1, 8, PAGE);
            assertThat(Pages.readVersion(device, 1)).as("rewriting heals").isEqualTo(8);
            // With 128 cells and 200 modified pages, page 1 is written back and stays as a clean page for a while.
            int page = 2;
            while (device.tierStatistics().tier().cleanInEnvm() == 0) {
                Pages.write(device, page++, 1, PAGE);
            }
            damage(1);
            assertThat(Pages.readVersion(device, 1)).isEqualTo(8);
        }
    }

    /** Flips a bit of the page in the given location. */
    private void damage(int location) throws IOException {
        long at = new CellFormat.Header(PAGE, CELLS, FileCells.locations(CELLS), CutFile.DEVICE).dataAt(location) + 99;
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("flash.envm").toFile(), "rw")) {
            file.seek(at);
            int old = file.read();
            file.seek(at);
            file.write(old ^ 1);
        }
    }

    @Test
    void misuse_isRefusedInOneLine() {
        EnvmDevice device = open(config(EnvmPolicy.NLCWIP, 0));
        long pages = device.geometry().logicalPages();
        assertThatThrownBy(() -> Pages.write(device, pages, 1, PAGE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("logical page: '" + pages + "' given, expected 0 to " + (pages - 1));
        MemorySegment tooLong = MemorySegment.ofArray(new byte[PAGE + 1]);
        assertThatThrownBy(() -> device.read(0, tooLong)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EnvmConfig(EnvmPolicy.OC, 1, 0, 0, EnvmTiming.OPTANE))
                .hasMessage("server.envm.bytes: '1' given, expected 0 for none, or 64 KiB to 1 TiB");
        device.close();
        device.close();
        assertThatThrownBy(() -> device.trim(0)).hasMessage("flash device is closed");
        assertThat(Files.exists(directory.resolve("flash.envm"))).isTrue();
    }
}
