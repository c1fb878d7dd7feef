package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.UnmappedPageException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every device compared with a map from logical page to version, under random writes, trims and reopenings. */
class FlashDeviceModelTest {
    private static final int OPERATIONS = 40_000;

    @TempDir
    Path directory;

    @ParameterizedTest(name = "seed {0}, {1}, {3} blocks of {2} pages")
    @CsvSource({
        "1, SINGLE, 8, 64, 0.15",
        "2, HOST_AND_COPIES, 8, 64, 0.15",
        "3, HOT_COLD_AND_COPIES, 8, 64, 0.15",
        "4, SINGLE, 8, 64, 0.15",
        "5, HOT_COLD_AND_COPIES, 8, 64, 0.15",
        "6, SINGLE, 1, 64, 0.15",
        "7, HOST_AND_COPIES, 3, 64, 0.15",
        "8, SINGLE, 48, 64, 0.15",
        "9, HOT_COLD_AND_COPIES, 48, 64, 0.15",
        "10, HOST_AND_COPIES, 1152, 20, 0.5"
    })
    void memoryDevice_underRandomWritesAndTrims_behavesLikeAMap(
            long seed, WriteMode mode, int pagesPerBlock, int blocks, double overProvisioning) {
        FlashConfig config = TestPages.smallConfig(pagesPerBlock, blocks, overProvisioning, mode);
        Model model = new Model(seed, FlashDevices.inMemory(config));
        model.run(OPERATIONS);
        model.checkEverything();
        assertThat(model.device.statistics().totalErases()).as("collection ran").isGreaterThan(8_000 / pagesPerBlock);
        model.device.close();
    }

    @ParameterizedTest(name = "seed {0}, {1}, {3} blocks of {2} pages")
    @CsvSource({
        "11, SINGLE, 8, 64, 0.2",
        "12, HOST_AND_COPIES, 8, 64, 0.2",
        "13, HOT_COLD_AND_COPIES, 8, 64, 0.2",
        "14, HCWF, 8, 64, 0.2",
        "15, HCWF_SWAP, 8, 64, 0.2",
        "16, COLD, 8, 64, 0.2",
        "17, COLD, 1, 64, 0.2",
        "18, HCWF, 3, 64, 0.2",
        "19, HCWF_SWAP, 48, 64, 0.2",
        "20, SINGLE, 1152, 20, 0.6"
    })
    void fileDevice_reopenedAgainAndAgain_behavesLikeAMap(
            long seed, WriteMode mode, int pagesPerBlock, int blocks, double overProvisioning) {
        FlashConfig config = TestPages.smallConfig(pagesPerBlock, blocks, overProvisioning, mode);
        Path image = directory.resolve("ssd.img");
        Model model = new Model(seed, FlashDevices.open(image, config));
        for (int life = 0; life < 8; life++) {
            model.run(OPERATIONS / 16);
            int[] before = model.device.eraseCounts();
            model.device.close();
            model.device = FlashDevices.open(image, config);
            assertNoCountLower(before, model.device.eraseCounts());
            assertThat(model.device.mountReport().tornPages()).isZero();
            assertThat(model.device.mountReport().corruptPages()).isZero();
            model.checkEverything();
        }
        assertThat(model.device.statistics().totalErases()).as("collection ran").isGreaterThan(4_000 / pagesPerBlock);
        model.device.close();
    }

    static Stream<Arguments> modesAndPagesPerBlock() {
        return Stream.of(WriteMode.values())
                .flatMap(mode -> Stream.of(1, 3, 8, 48, 200).map(pages -> Arguments.of(mode, pages)));
    }

    @ParameterizedTest
    @MethodSource("modesAndPagesPerBlock")
    void timingOnlyDevice_underRandomWritesAndTrims_mapsTheSamePages(WriteMode mode, int pagesPerBlock) {
        SimulatedFlashDevice device = FlashDevices.timingOnly(TestPages.smallConfig(pagesPerBlock, 64, 0.2, mode));
        SplittableRandom random = new SplittableRandom(21);
        boolean[] mapped = new boolean[(int) device.geometry().logicalPages()];
        for (int i = 0; i < OPERATIONS; i++) {
            int page = random.nextInt(mapped.length);
            mapped[page] = random.nextInt(10) > 0;
            if (mapped[page]) {
                device.writePage(page);
            } else {
                device.trim(page);
            }
        }
        int live = 0;
        for (int page = 0; page < mapped.length; page++) {
            if (device.isMapped(page) != mapped[page]) {
                fail("page %d is mapped or not, other than expected", page);
            }
            live += mapped[page] ? 1 : 0;
        }
        assertThat(device.statistics().livePages()).isEqualTo(live);
        int[] visited = {0};
        device.scan((_, _) -> visited[0]++);
        assertThat(visited[0]).isEqualTo(live);
        device.close();
    }

    static void assertNoCountLower(int[] before, int[] after) {
        for (int block = 0; block < before.length; block++) {
            if (after[block] < before[block]) {
                fail("block %d has %d erases, before it had %d", block, after[block], before[block]);
            }
        }
    }

    private static final class Model {
        private final SplittableRandom random;
        private final Map<Long, Long> versions = new HashMap<>();
        private final long logicalPages;
        private FlashDevice device;
        private long version;

        Model(long seed, FlashDevice device) {
            random = new SplittableRandom(seed);
            this.device = device;
            logicalPages = device.geometry().logicalPages();
        }

        void run(int operations) {
            for (int i = 0; i < operations; i++) {
                long page = random.nextLong(logicalPages);
                int dice = random.nextInt(100);
                if (dice < 60) {
                    TestPages.write(device, page, ++version);
                    versions.put(page, version);
                } else if (dice < 70) {
                    writeMany();
                } else if (dice < 80) {
                    device.trim(page);
                    versions.remove(page);
                } else if (dice < 99) {
                    check(page);
                } else {
                    device.sync();
                }
            }
        }

        private void writeMany() {
            LinkedHashMap<Integer, Long> several = new LinkedHashMap<>();
            for (int left = random.nextInt(1, 20); left > 0; left--) {
                several.put(random.nextInt((int) logicalPages), ++version);
            }
            TestPages.writeAll(device, several);
            several.forEach((page, written) -> versions.put((long) page, written));
        }

        void checkEverything() {
            for (long page = 0; page < logicalPages; page++) {
                check(page);
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

        private void check(long page) {
            Long expected = versions.get(page);
            if (device.isMapped(page) != (expected != null)) {
                fail("page %d is mapped or not, other than expected", page);
            }
            if (expected != null) {
                long found = TestPages.readVersion(device, page);
                if (found != expected) {
                    fail("page %d is version %d, expected %d", page, found, expected);
                }
            } else {
                MemorySegment into = MemorySegment.ofArray(new byte[512]);
                assertThatThrownBy(() -> device.read(page, into)).isInstanceOf(UnmappedPageException.class);
            }
        }
    }
}
