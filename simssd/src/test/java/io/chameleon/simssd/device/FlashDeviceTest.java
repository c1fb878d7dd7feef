package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.WriteHint;
import io.chameleon.simssd.DeviceFullException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.gc.VictimSelector;
import io.chameleon.simssd.nand.MemoryNandArray;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.report.WearStatistics;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlashDeviceTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.2, WriteMode.SINGLE);
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    @TempDir
    Path directory;

    @Test
    void shortData_isFollowedByZeros() {
        try (FlashDevice device = FlashDevices.inMemory(CONFIG)) {
            TestPages.write(device, 1, 5);
            device.write(1, MemorySegment.ofArray(new byte[] {1, 2, 3}), NOTHING, WriteHint.HOT);
            byte[] into = new byte[512];
            device.read(1, MemorySegment.ofArray(into));
            assertThat(into).startsWith(1, 2, 3, 0).endsWith(0, 0);
            device.scan((_, spare) -> assertThat(spare.mismatch(MemorySegment.ofArray(new byte[40])))
                    .isEqualTo(-1));
        }
    }

    @Test
    void read_intoAShorterBuffer_yieldsTheBeginning() {
        try (FlashDevice device = FlashDevices.inMemory(CONFIG)) {
            TestPages.write(device, 1, 5);
            byte[] into = new byte[100];
            device.read(1, MemorySegment.ofArray(into));
            assertThat(TestPages.content(1, 5, 512)).startsWith(into);
        }
    }

    @Test
    void badArguments_areNamedInOneLine() {
        FlashDevice device = FlashDevices.inMemory(CONFIG);
        MemorySegment page = MemorySegment.ofArray(new byte[513]);
        assertThatThrownBy(() -> device.trim(409)).hasMessage("logical page: 409 given, expected 0 to 408");
        assertThatThrownBy(() -> device.isMapped(-1)).hasMessage("logical page: -1 given, expected 0 to 408");
        assertThatThrownBy(() -> device.write(0, page, NOTHING, WriteHint.COLD))
                .hasMessage("data bytes: '513' given, expected at most 512");
        assertThatThrownBy(() -> device.write(0, NOTHING, page, WriteHint.COLD))
                .hasMessage("spare bytes: '513' given, expected at most 40");
        assertThatThrownBy(() -> device.read(0, page)).isInstanceOf(IllegalArgumentException.class);
        device.close();
        device.close();
        assertThatThrownBy(() -> device.trim(0)).hasMessage("flash device is closed");
    }

    @Test
    void statistics_ofAnImage_surviveReopening() {
        Path image = directory.resolve("ssd.img");
        WearStatistics before;
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            for (int round = 0; round < 10; round++) {
                for (long page = 0; page < 400; page++) {
                    TestPages.write(device, page, round + page % 7);
                }
                device.trim(round);
            }
            device.sync();
            before = device.statistics();
        }
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            WearStatistics after = device.statistics();
            assertThat(after.hostPageWrites())
                    .isEqualTo(before.hostPageWrites())
                    .isEqualTo(4_000);
            assertThat(after.gcCopies()).isGreaterThanOrEqualTo(before.gcCopies());
            assertThat(after.nandPageWrites()).isEqualTo(after.hostPageWrites() + after.gcCopies());
            assertThat(after.trims()).isEqualTo(before.trims()).isEqualTo(10);
            assertThat(after.victims()).isGreaterThanOrEqualTo(before.victims());
            assertThat(after.totalErases()).isGreaterThanOrEqualTo(before.totalErases());
            assertThat(after.meanErases()).isEqualTo(after.totalErases() / 64.0);
            assertThat(after.badBlocks()).isZero();
        }
    }

    /** Reading 23: device time per page, foreground collection included; so the mean follows from the counters. */
    @Test
    void writeLatency_ofEveryWrite_addsUpToTheWorkDone() {
        SimulatedFlashDevice device = FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofBlocks(100)));
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 54_400; i++) {
            device.writePage(random.nextInt(5_440));
        }
        WearStatistics statistics = device.statistics();
        double micros =
                200.0 * statistics.hostPageWrites() + 225.0 * statistics.gcCopies() + 1_500.0 * statistics.victims();
        assertThat(statistics.gcCopies()).isPositive();
        assertThat(statistics.writeLatency().count()).isEqualTo(54_400);
        assertThat(statistics.writeLatency().meanMicros())
                .isCloseTo(micros / statistics.hostPageWrites(), within(1e-6));
        assertThat(statistics.writeLatency().p99Micros())
                .isBetween(1_700.0, statistics.writeLatency().maxMicros());
    }

    @Test
    void pacer_ofADevice_isToldEveryServiceTime() {
        List<Long> served = new ArrayList<>();
        try (FlashDevice device = FlashDevices.inMemory(CONFIG, served::add)) {
            TestPages.write(device, 1, 1);
            TestPages.readVersion(device, 1);
            device.trim(1);
        }
        assertThat(served).containsExactly(200_000L, 25_000L);
    }

    @Test
    void collection_withoutAVictim_failsAndTheFormerContentStays() {
        NandArray nand = new MemoryNandArray(CONFIG.geometry());
        FlashDevice device =
                new SimulatedFlashDevice(CONFIG, nand, (_, _, _) -> new NoVictims(), DeviceOptions.standard());
        long pages = device.geometry().logicalPages();
        for (long page = 0; page < pages; page++) {
            TestPages.write(device, page, 1);
        }
        assertThatThrownBy(() -> {
                    for (long page = 0; page < pages; page++) {
                        TestPages.write(device, page, 2);
                    }
                })
                .isInstanceOf(DeviceFullException.class)
                .hasMessage("device full: 409 live pages leave garbage collection no victim");
        for (long page = 0; page < pages; page++) {
            assertThat(TestPages.readVersion(device, page)).isIn(1L, 2L);
        }
        device.close();
    }

    @Test
    void manyThreads_eachWithItsOwnPages_seeTheirOwnWrites() throws Exception {
        Path image = directory.resolve("ssd.img");
        try (FlashDevice device = FlashDevices.open(image, CONFIG);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                int mine = thread;
                writers.add(threads.submit(() -> {
                    for (long version = 1; version <= 100; version++) {
                        for (long page = mine; page < 400; page += 80) {
                            TestPages.write(device, page, version);
                            assertThat(TestPages.readVersion(device, page)).isEqualTo(version);
                        }
                        if (version % 10 == mine) {
                            device.sync();
                        }
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            assertThat(device.statistics().hostPageWrites()).isEqualTo(8 * 100 * 5);
        }
    }

    /** Deadlines interrupt a server's threads; that must not close the image for the others. */
    @Test
    void interruptedThread_writing_leavesTheDeviceUsable() {
        try (FlashDevice device = FlashDevices.open(directory.resolve("ssd.img"), CONFIG)) {
            Thread.currentThread().interrupt();
            TestPages.write(device, 1, 1);
            device.sync();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(TestPages.readVersion(device, 1)).isEqualTo(1);
        }
    }

    static final class NoVictims implements VictimSelector {
        @Override
        public void add(int block, int livePages) {}

        @Override
        public void pageDied(int block, int livePages) {}

        @Override
        public int select() {
            return NONE;
        }

        @Override
        public void remove(int block) {}
    }
}
