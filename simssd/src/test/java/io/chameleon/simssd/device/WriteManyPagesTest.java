package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.DeviceFullException;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashParallelism;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.ForwardingNandArray;
import io.chameleon.simssd.nand.MemoryNandArray;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.OobFormat;
import io.chameleon.simssd.report.WearStatistics;
import io.chameleon.simssd.testing.TestPages;
import io.chameleon.simssd.testing.VictimPolicies;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A write of many pages at once does what single writes do. Blocks have 8 pages where nothing else is said. */
class WriteManyPagesTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);
    private static final int PAGE = CONFIG.geometry().pageBytes();
    private static final int ROUNDS = 250;

    @TempDir
    Path directory;

    /** The times passed to the pacer since the last check. */
    private final List<Long> served = new ArrayList<>();

    private final SplittableRandom random = new SplittableRandom(17);
    private long now;

    static Stream<Arguments> modesAndHeat() {
        return Stream.of(WriteMode.values())
                .flatMap(mode -> Stream.of(
                                new HeatSource.Hint(), new HeatSource.Oracle(0.2), new HeatSource.Learned(4, 1.5))
                        .map(heat -> Arguments.of(mode, heat)));
    }

    static Stream<Arguments> modesAndPagesPerBlock() {
        return Stream.of(WriteMode.values())
                .flatMap(mode -> Stream.of(8, 3, 12).map(pages -> Arguments.of(mode, pages)));
    }

    @ParameterizedTest
    @MethodSource("modesAndPagesPerBlock")
    void image_isThatOfWritesPageByPage(WriteMode mode, int pagesPerBlock) throws IOException {
        compareImages(FlashDevices.builder(config(pagesPerBlock, mode, new HeatSource.Oracle(0.2))), false);
    }

    @ParameterizedTest
    @EnumSource(WriteMode.class)
    void timesOnSeveralPlanes_areThoseOfWritesPageByPage(WriteMode mode) throws IOException {
        FlashConfig config = config(mode, new HeatSource.Hint());
        compareImages(FlashDevices.builder(config).parallelism(FlashParallelism.of(2, 2, 1), () -> now), true);
    }

    @ParameterizedTest
    @EnumSource(WriteMode.class)
    void flashThatFails_isAsAfterWritesPageByPage(WriteMode mode) throws IOException {
        FaultModel faults = FaultModel.seeded(5).withProgramFailures(5e-4).withEraseFailures(1e-3);
        FlashConfig config = TestPages.smallConfig(120, 0.6, mode);
        WearStatistics wear = compareImages(FlashDevices.builder(config).faults(faults), false);
        assertThat(wear.badBlocks()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("modesAndHeat")
    void pagesInMemory_lieWhereWritesPageByPagePutThem(WriteMode mode, HeatSource heat) {
        FlashConfig config = config(mode, heat);
        NandArray pageByPage = new MemoryNandArray(config.geometry());
        NandArray atOnce = new MemoryNandArray(config.geometry());
        try (FlashDevice one = new SimulatedFlashDevice(config, pageByPage, options());
                FlashDevice other = new SimulatedFlashDevice(config, atOnce, options())) {
            byte[][] expected = writeToBoth(one, other, false);
            compare(one, other, expected);
            for (int block = 0; block < config.geometry().blocks(); block++) {
                assertThat(areas(atOnce, block)).as("block %d", block).isEqualTo(areas(pageByPage, block));
            }
        }
    }

    @Test
    void pagesSideBySide_costOneAccessForEachBlock() {
        CountingNandArray nand = new CountingNandArray();
        int[] pages = IntStream.range(100, 116).toArray();
        try (FlashDevice device = new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard())) {
            device.write(pages, 0, 16, memory(16 * PAGE, true), memory(16 * 40, false), WriteHint.COLD, 0);
            assertThat(nand.accesses).isEqualTo(2);

            device.write(pages, 0, 16, memory(16 * PAGE - 1, true), memory(16, false), WriteHint.COLD, 0);
            assertThat(nand.accesses - 2).as("the last page is not whole").isEqualTo(3);

            device.write(pages, 0, 16, memory(16 * PAGE, false), memory(0, false), WriteHint.COLD, 0);
            assertThat(nand.accesses - 5).as("memory on the heap").isEqualTo(16);

            assertThat(device.statistics().hostPageWrites()).isEqualTo(48);
        }
    }

    @Test
    void deviceThatIsFullBeforeTheLastPage_hasWrittenThoseBefore() {
        FlashDevice one = deviceWithoutVictims();
        FlashDevice other = deviceWithoutVictims();
        int count = (int) CONFIG.geometry().logicalPages();
        int[] pages = IntStream.range(0, count).toArray();
        MemorySegment first = memory(count * PAGE, true);
        MemorySegment second = memory(count * PAGE, true);
        MemorySegment spares = memory(count * 8, false);
        pageByPage(one, pages, first, spares, WriteHint.COLD);
        other.write(pages, 0, count, first, spares, WriteHint.COLD, 0);

        assertThatThrownBy(() -> pageByPage(one, pages, second, spares, WriteHint.COLD))
                .isInstanceOf(DeviceFullException.class);
        assertThatThrownBy(() -> other.write(pages, 0, count, second, spares, WriteHint.COLD, 0))
                .isInstanceOf(DeviceFullException.class);

        assertThat(read(other, 0)).isEqualTo(second.asSlice(0, PAGE).toArray(ValueLayout.JAVA_BYTE));
        assertThat(read(other, count - 1))
                .isEqualTo(first.asSlice((count - 1L) * PAGE).toArray(ValueLayout.JAVA_BYTE));
        for (int page : pages) {
            assertThat(read(other, page)).as("page %d", page).isEqualTo(read(one, page));
        }
        one.close();
        other.close();
    }

    @Test
    void badRequests_areNamedAndWriteNothing() {
        try (FlashDevice device = FlashDevices.inMemory(CONFIG)) {
            assertThatThrownBy(() -> write(device, new int[] {0, -1}, 2 * PAGE, 80))
                    .hasMessageStartingWith("logical page: -1 given");
            assertThatThrownBy(() -> write(device, new int[] {0, 1}, PAGE - 1, 80))
                    .hasMessage("data bytes: '511' given, expected 2 pages, the last in whole or in part");
            assertThatThrownBy(() -> write(device, new int[] {0, 1}, 2 * PAGE + 1, 80))
                    .hasMessageStartingWith("data bytes: '1025' given");
            assertThatThrownBy(() -> write(device, new int[] {0, 1}, 2 * PAGE, 79))
                    .hasMessage("spare bytes: '79' given, expected as many for each of 2 pages, at most 40");
            assertThatThrownBy(() -> write(device, new int[] {0, 1}, 2 * PAGE, 82))
                    .hasMessageStartingWith("spare bytes: '82' given");
            write(device, new int[0], 0, 0);
            assertThat(device.statistics().hostPageWrites()).isZero();
        }
    }

    @Test
    void closedDevice_refuses() {
        FlashDevice device = FlashDevices.inMemory(CONFIG);
        device.close();
        assertThatThrownBy(() -> write(device, new int[] {0}, PAGE, 40)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void programThatFails_whereNoneDoes_isSaid() {
        NandArray nand = new ForwardingNandArray(new MemoryNandArray(CONFIG.geometry())) {
            @Override
            public boolean program(int block, int page, MemorySegment data, MemorySegment oob) {
                return false;
            }
        };
        try (FlashDevice device = new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard())) {
            MemorySegment data = memory(PAGE, true);
            assertThatThrownBy(() -> device.write(new int[] {3}, 0, 1, data, memory(0, false), WriteHint.COLD, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a program failed in an array of which none does");
            assertThat(device.isMapped(3)).isFalse();
        }
    }

    private static FlashConfig config(WriteMode mode, HeatSource heat) {
        return config(8, mode, heat);
    }

    private static FlashConfig config(int pagesPerBlock, WriteMode mode, HeatSource heat) {
        VictimPolicy[] policies = VictimPolicies.all();
        return TestPages.smallConfig(pagesPerBlock, 512 / pagesPerBlock, 0.3, mode)
                .withCollection(GarbageCollection.STANDARD
                        .withHeat(heat)
                        .withVictims(policies[mode.ordinal() % policies.length])
                        .withSwapChoices(3));
    }

    /** Also after close and reopen. */
    private WearStatistics compareImages(FlashDeviceBuilder builder, boolean planes) throws IOException {
        Path pageByPage = directory.resolve("page-by-page.img");
        Path atOnce = directory.resolve("at-once.img");
        byte[][] expected;
        WearStatistics wear;
        builder.pacer(served::add);
        try (FlashDevice one = builder.ids(new SplittableRandom(1)).open(pageByPage);
                FlashDevice other = builder.ids(new SplittableRandom(1)).open(atOnce)) {
            expected = writeToBoth(one, other, planes);
            compare(one, other, expected);
            wear = other.statistics();
        }
        assertThat(Files.mismatch(atOnce, pageByPage)).isEqualTo(-1);
        try (FlashDevice one = builder.open(pageByPage);
                FlashDevice other = builder.open(atOnce)) {
            assertThat(other.mountReport()).isEqualTo(one.mountReport());
            assertThat(other.mountReport().corruptPages()).isZero();
            compare(one, other, expected);
        }
        return wear;
    }

    /** Returns the resulting content of each page, null for none. */
    private byte[][] writeToBoth(FlashDevice one, FlashDevice other, boolean planes) {
        int logicalPages = (int) one.geometry().logicalPages();
        byte[][] expected = new byte[logicalPages][];
        for (int round = 0; round < ROUNDS; round++) {
            int[] pages = somePages(logicalPages);
            int bytes = pages.length * PAGE - (random.nextInt(4) == 0 ? random.nextInt(PAGE + 1) : 0);
            MemorySegment data = memory(bytes, random.nextInt(5) > 0);
            MemorySegment spares = memory(pages.length * random.nextInt(FlashDevice.SPARE_BYTES + 1), false);
            WriteHint hint = WriteHint.values()[random.nextInt(WriteHint.values().length)];
            pageByPage(one, pages, data, spares, hint);
            long time = serviceTime(planes);
            other.write(pages, 0, pages.length, data, spares, hint, bytes);
            assertThat(serviceTime(planes)).as("round %d", round).isEqualTo(time);
            remember(expected, pages, data);
            now += pages.length * 300_000L;
            if (random.nextInt(3) == 0) {
                int trimmed = random.nextInt(logicalPages);
                one.trim(trimmed);
                other.trim(trimmed);
                expected[trimmed] = null;
            }
            if (random.nextInt(50) == 0) {
                one.sync();
                other.sync();
            }
        }
        assertThat(other.statistics().victims()).as("collection ran").isGreaterThan(100);
        return expected;
    }

    /** Distinct pages; often neighbours, and mostly from the first fifth. */
    private int[] somePages(int logicalPages) {
        int most = random.nextInt(10) < 7 ? logicalPages / 5 : logicalPages;
        int count = random.nextInt(1, 41);
        int first = random.nextInt(most - count);
        return random.nextBoolean()
                ? IntStream.range(first, first + count).toArray()
                : random.ints(0, most).distinct().limit(count).toArray();
    }

    private static void pageByPage(
            FlashDevice device, int[] pages, MemorySegment data, MemorySegment spares, WriteHint hint) {
        long spareBytes = spares.byteSize() / pages.length;
        for (int i = 0; i < pages.length; i++) {
            long start = (long) i * PAGE;
            MemorySegment content = data.asSlice(start, Math.min(PAGE, data.byteSize() - start));
            device.write(pages[i], content, spares.asSlice(i * spareBytes, spareBytes), hint, data.byteSize());
        }
    }

    /** One after the other, or in parallel. */
    private long serviceTime(boolean planes) {
        LongStream times = served.stream().mapToLong(Long::longValue);
        long time = planes ? times.max().orElse(0) : times.sum();
        served.clear();
        return time;
    }

    private static void remember(byte[][] expected, int[] pages, MemorySegment data) {
        byte[] all = Arrays.copyOf(data.toArray(ValueLayout.JAVA_BYTE), pages.length * PAGE);
        for (int i = 0; i < pages.length; i++) {
            expected[pages[i]] = Arrays.copyOfRange(all, i * PAGE, (i + 1) * PAGE);
        }
    }

    private void compare(FlashDevice one, FlashDevice other, byte[][] expected) {
        assertThat(other.statistics()).isEqualTo(one.statistics());
        assertThat(other.smart()).isEqualTo(one.smart());
        assertThat(other.latency()).isEqualTo(one.latency());
        assertThat(other.eraseCounts()).isEqualTo(one.eraseCounts());
        for (int page = 0; page < expected.length; page++) {
            assertThat(other.isMapped(page)).as("page %d", page).isEqualTo(expected[page] != null);
            if (expected[page] != null) {
                assertThat(read(other, page)).as("page %d", page).isEqualTo(expected[page]);
                assertThat(read(one, page)).as("page %d", page).isEqualTo(expected[page]);
            }
        }
    }

    private DeviceOptions options() {
        DeviceOptions standard = DeviceOptions.standard();
        return new DeviceOptions(served::add, null, standard.health(), standard.ratedErases(), MountProgress.NONE);
    }

    private static FlashDevice deviceWithoutVictims() {
        NandArray nand = new MemoryNandArray(CONFIG.geometry());
        return new SimulatedFlashDevice(
                CONFIG, nand, (_, _, _) -> new FlashDeviceTest.NoVictims(), DeviceOptions.standard());
    }

    private void write(FlashDevice device, int[] pages, int dataBytes, int spareBytes) {
        device.write(
                pages, 0, pages.length, memory(dataBytes, true), memory(spareBytes, false), WriteHint.COLD, dataBytes);
    }

    /** Random bytes. */
    private MemorySegment memory(int bytes, boolean nativeMemory) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return nativeMemory
                ? Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, content)
                : MemorySegment.ofArray(content);
    }

    private static byte[] read(FlashDevice device, int page) {
        byte[] content = new byte[PAGE];
        device.read(page, MemorySegment.ofArray(content));
        return content;
    }

    private static byte[] areas(NandArray nand, int block) {
        byte[] areas = new byte[CONFIG.geometry().pagesPerBlock() * OobFormat.BYTES];
        nand.readOobs(block, MemorySegment.ofArray(areas));
        return areas;
    }

    private static final class CountingNandArray extends ForwardingNandArray {
        private int accesses;

        CountingNandArray() {
            super(new MemoryNandArray(CONFIG.geometry()));
        }

        @Override
        public void program(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
            accesses++;
            nand.program(block, firstPage, count, data, oobs);
        }

        @Override
        public boolean program(int block, int page, MemorySegment data, MemorySegment oob) {
            accesses++;
            return super.program(block, page, data, oob);
        }
    }
}
