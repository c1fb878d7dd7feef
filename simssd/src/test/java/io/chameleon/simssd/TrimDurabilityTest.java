package io.chameleon.simssd;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trims of an image file over crashes and reopenings. */
class TrimDurabilityTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);
    private static final ImageLayout LAYOUT = new ImageLayout(CONFIG.geometry());

    @TempDir
    Path directory;

    private Path image = Path.of("");

    @BeforeEach
    void nameImage() {
        image = directory.resolve("ssd.img");
    }

    @Test
    void trimmedPage_afterASync_staysTrimmedWithAllItsFormerContents() throws Exception {
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            for (int version = 1; version <= 5; version++) {
                TestPages.write(device, 7, version);
                TestPages.write(device, 8, version);
            }
            device.trim(7);
            device.sync();
            Files.copy(image, directory.resolve("crashed.img"));
        }
        try (FlashDevice device = FlashDevices.open(directory.resolve("crashed.img"), CONFIG)) {
            assertThat(device.isMapped(7)).isFalse();
            assertThat(TestPages.readVersion(device, 8)).isEqualTo(5);
            assertThat(device.statistics().livePages()).isEqualTo(1);
        }
    }

    @Test
    void trimmedPage_afterAClose_staysTrimmed() {
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            TestPages.write(device, 7, 1);
            device.trim(7);
        }
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(device.isMapped(7)).isFalse();
        }
    }

    @Test
    void pageTrimmedAndWrittenAgain_hasTheNewContent() {
        for (int life = 1; life <= 3; life++) {
            try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
                assertThat(device.isMapped(7)).isEqualTo(life > 1);
                device.trim(7);
                device.sync();
                TestPages.write(device, 7, life);
            }
            try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
                assertThat(TestPages.readVersion(device, 7)).isEqualTo(life);
            }
        }
    }

    /** The programs before a trim may be lost with the power while the trim is not: their numbers must not be given out again. */
    @Test
    void writeAfterATrimWhoseProgramsWereLost_isNotTakenForTrimmed() {
        RemountableNandArray nand = new RemountableNandArray(CONFIG.geometry());
        nand.saveTrims(new int[] {7}, 1, 1_000);
        FlashDevice device = new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard());
        TestPages.write(device, 7, 3);
        device.close();
        FlashDevice reopened = new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard());
        assertThat(TestPages.readVersion(reopened, 7)).isEqualTo(3);
        nand.discardAll();
    }

    /** A mount without a free block may bring twins back to life, the same content elsewhere: but not one that a trim has made void. */
    @ParameterizedTest
    @CsvSource({"0, true", "50, false"})
    void twinOfALivePage_isUsedOnlyIfNotTrimmed(long trimmedAfter, boolean released) {
        FlashGeometry geometry = CONFIG.geometry();
        RemountableNandArray nand = new RemountableNandArray(geometry);
        PageIo pages = new PageIo(geometry, nand);
        byte[] content = TestPages.content(7, 1, geometry.pageBytes());
        for (int copy = 0; copy < 2; copy++) {
            int page = copy * geometry.pagesPerBlock();
            pages.program(page, 7, 1 + copy * 100L, MemorySegment.ofArray(content), TestPages.spare(7, 1));
        }
        nand.saveTrims(new int[] {7}, 1, trimmedAfter);
        FoundPages found = new FoundPages(geometry, nand);
        new OobScan(geometry, nand, pages, Long.MAX_VALUE, found, MountProgress.NONE).run();
        PageMap map = found.map();
        assertThat(map.physicalOf(7)).isEqualTo(8);
        TwinRelease release = new TwinRelease(geometry, nand, pages, map);
        nand.markBad(0); // without live pages: nothing to gain
        for (int block = 2; block < geometry.blocks(); block++) {
            nand.markBad(block);
        }
        release.run();
        assertThat(map.physicalOf(7)).isEqualTo(released ? 0 : 8);
        nand.discardAll();
    }

    @Test
    void damagedTrim_isCountedAndTakenForNone() {
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            TestPages.write(device, 7, 1);
            TestPages.write(device, 8, 1);
            device.trim(7);
            device.trim(8);
        }
        TestImages.forgetCheckpoint(image);
        TestImages.flipByte(image, LAYOUT.trimEntry(7) + 1);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(device.mountReport().corruptPages()).isEqualTo(1);
            assertThat(TestPages.readVersion(device, 7)).isEqualTo(1);
            assertThat(device.isMapped(8)).isFalse();
        }
    }

    @Test
    void trims_ofAnyPattern_areReadBack() {
        FlashGeometry geometry = new FlashGeometry(512, 8, 256, 0.3);
        int[] pages = new int[900];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = i < 600 ? i : 2 * i - 600; // a run longer than one batch, then every other page
        }
        try (FileNandArray nand = FileNandArray.open(image, geometry, new SplittableRandom(1))) {
            nand.saveTrims(pages, pages.length, 77);
            nand.saveTrims(new int[] {3}, 1, 99);
        }
        long[] found = new long[(int) geometry.logicalPages()];
        try (FileNandArray nand = FileNandArray.open(image, geometry, new SplittableRandom(1))) {
            assertThat(nand.loadTrims((page, sequence) -> found[page] = sequence))
                    .isZero();
        }
        long[] expected = new long[found.length];
        Arrays.stream(pages).forEach(page -> expected[page] = 77);
        expected[3] = 99;
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void badBlocks_andEraseCounts_shareAnEntryAndSurvive() {
        try (FileNandArray nand = FileNandArray.open(image, CONFIG.geometry(), new SplittableRandom(1))) {
            nand.erase(3);
            nand.erase(3);
            nand.markBad(3);
            nand.markBad(5);
        }
        try (FileNandArray nand = FileNandArray.open(image, CONFIG.geometry(), new SplittableRandom(1))) {
            assertThat(nand.eraseCount(3)).isEqualTo(2);
            assertThat(nand.isBad(3)).isTrue();
            assertThat(nand.eraseCount(5)).isZero();
            assertThat(nand.isBad(5)).isTrue();
            assertThat(nand.isBad(4)).isFalse();
        }
    }
}
