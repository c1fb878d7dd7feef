package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashParallelism;
import io.chameleon.simssd.FlashParallelism.Reads;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Devices with several planes, in virtual time: 25 µs per read, 200 µs per program, 1.5 ms per erase. */
class ParallelismTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);
    private static final long MICRO = 1_000;

    /** Time now, and the time the last operation took. */
    private long now;

    private long took;

    @ParameterizedTest(name = "{0} channels x {1} dies x {2} planes")
    @CsvSource({"1, 1, 1, 8", "2, 1, 1, 4", "1, 2, 1, 4", "1, 1, 2, 4", "2, 2, 1, 2", "2, 2, 2, 1"})
    void independentWrites_thatArriveTogether_takeTurnsOnTheirPlanes(
            int channels, int dies, int planes, int programTimes) {
        SimulatedFlashDevice device = device(FlashParallelism.of(channels, dies, planes));
        for (int page = 0; page < 8; page++) {
            device.writePage(page);
        }
        assertThat(took).isEqualTo(programTimes * 200L * MICRO);
        assertThat(device.latency().write().count()).isEqualTo(8);
        assertThat(device.latency().write().maxMicros()).isEqualTo(200.0 * programTimes);
    }

    @Test
    void writesOfABatch_arriveTogetherAndEndWithTheLast() {
        SimulatedFlashDevice device = device(FlashParallelism.of(2, 1, 1));
        device.writePages(new int[] {0, 1, 2, 3, 4}, 5);
        assertThat(took).isEqualTo(3 * 200 * MICRO);
    }

    @Test
    void devicesOfOneBuilder_haveTimeTablesOfTheirOwn() {
        FlashDeviceBuilder builder = FlashDevices.builder(CONFIG)
                .parallelism(FlashParallelism.NONE, () -> now)
                .pacer(nanos -> took = nanos);
        builder.timingOnly().writePage(0);
        builder.timingOnly().writePage(0);
        assertThat(took).isEqualTo(200 * MICRO);
    }

    /** Superblocks of as many blocks of 8 pages as there are planes, as in real devices. */
    @ParameterizedTest(name = "{0} channels x {1} dies")
    @CsvSource({"2, 1", "1, 2", "2, 2", "4, 2"})
    void writesOfADeepQueue_onMorePlanes_areServedAsManyTimesFaster(int channels, int dies) {
        int planes = channels * dies;
        double one = OnePlane.NANOS_PER_PROGRAM;
        double many = nanosPerProgram(
                FlashParallelism.of(channels, dies, 1), new FlashGeometry(512, 8 * planes, 2_048 / planes, 0.3));
        assertThat(one / many).isBetween(0.97 * planes, 1.03 * planes);
    }

    private static final class OnePlane {
        static final double NANOS_PER_PROGRAM =
                nanosPerProgram(FlashParallelism.NONE, new FlashGeometry(512, 8, 2_048, 0.3));
    }

    @Test
    void planes_changeTime_butNotWhereAPageGoes() {
        SimulatedFlashDevice one = FlashDevices.timingOnly(CONFIG);
        SimulatedFlashDevice many = device(FlashParallelism.of(4, 2, 1));
        churn(one);
        churn(many);
        assertThat(many.eraseCounts()).isEqualTo(one.eraseCounts());
        assertThat(many.statistics().gcCopies()).isEqualTo(one.statistics().gcCopies());
    }

    /** With a host that waits for each write, one plane behaves like a device without parallelism. */
    @Test
    void onePlane_servesOneAtATime_asTheDeviceWithoutParallelismDoes() {
        SimulatedFlashDevice plain = FlashDevices.timingOnly(CONFIG);
        SimulatedFlashDevice scheduled = device(FlashParallelism.NONE);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 5_000; i++) {
            int page = random.nextInt((int) CONFIG.geometry().logicalPages());
            plain.writePage(page);
            scheduled.writePage(page);
            now += took;
        }
        assertThat(scheduled.latency().write()).isEqualTo(plain.latency().write());
        assertThat(scheduled.latency().collectionStall())
                .isEqualTo(plain.latency().collectionStall());
        assertThat(plain.latency().collectionStall().count()).isPositive();
    }

    @Test
    void transfers_shareTheirChannel() {
        Duration transfer = Duration.ofNanos(50 * MICRO);
        SimulatedFlashDevice device =
                device(new FlashParallelism(1, 4, 1, transfer, FlashParallelism.Reads.IN_TURN, Duration.ZERO));
        for (int page = 0; page < 4; page++) {
            device.writePage(page);
            assertThat(took).as("write %d", page).isEqualTo((50 * (page + 1) + 200) * MICRO);
        }
        now += 1_000 * MICRO;
        read(device, 0);
        assertThat(took).isEqualTo((25 + 50) * MICRO);
    }

    @ParameterizedTest
    @CsvSource({"IN_TURN, 425", "FIRST, 225", "SUSPENDING, 25"})
    void read_behindTwoPrograms_waitsAsLongAsItsOrderSays(Reads order, long micros) {
        SimulatedFlashDevice device = device(FlashParallelism.NONE.withReads(order, Duration.ofNanos(10 * MICRO)));
        device.writePage(0);
        now += 10_000 * MICRO;
        device.writePage(1);
        device.writePage(2);
        read(device, 0);
        assertThat(took).isEqualTo(micros * MICRO);
    }

    @ParameterizedTest
    @CsvSource({"IN_TURN, 100, 125, 525", "FIRST, 100, 125, 525", "SUSPENDING, 25, 50, 535"})
    void programsBehindReads_arePutOffByThem(Reads order, long read, long nextRead, long secondProgram) {
        SimulatedFlashDevice device = device(FlashParallelism.NONE.withReads(order, Duration.ofNanos(10 * MICRO)));
        device.writePage(0);
        now += 125 * MICRO; // 75 more until the program is done
        read(device, 0);
        assertThat(took).isEqualTo(read * MICRO);
        read(device, 0);
        assertThat(took).as("reads are served in turn").isEqualTo(nextRead * MICRO);
        device.writePage(1);
        device.writePage(2);
        assertThat(took).as("resuming counts").isEqualTo(secondProgram * MICRO);
    }

    @ParameterizedTest
    @CsvSource({"IN_TURN, 1500, 100000", "FIRST, 26, 1525", "SUSPENDING, 25, 25"})
    void readsDuringACollection_waitAsTheirOrderSays(Reads order, double least, double most) {
        SimulatedFlashDevice device =
                device(FlashParallelism.of(2, 1, 1).withReads(order, Duration.ofNanos(10 * MICRO)));
        churn(device);
        now += 100_000_000 * MICRO;
        read(device, 0);
        assertThat(took).as("nothing is going on").isEqualTo(25 * MICRO);
        for (long before = device.statistics().victims(); device.statistics().victims() == before; ) {
            now += took;
            device.writePage(1);
        }
        now += 201 * MICRO;
        read(device, 0);
        assertThat(took / 1e3).isBetween(least, most);
    }

    @Test
    void morePlanesThanPagesInABlock_areRefusedInOneLine() {
        assertThatThrownBy(() -> device(FlashParallelism.of(4, 4, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "planes in all: '16' given, expected at most the 8 pages of a block, which is dealt out over all of"
                                + " them");
    }

    /**
     * All writes arrive at once; when is the last one done? Per page programmed, since larger blocks are collected less
     * well.
     */
    private static double nanosPerProgram(FlashParallelism parallelism, FlashGeometry geometry) {
        long[] last = {0};
        SimulatedFlashDevice device = FlashDevices.builder(FlashConfig.of(geometry))
                .parallelism(parallelism, () -> 0)
                .pacer(nanos -> last[0] = Math.max(last[0], nanos))
                .timingOnly();
        churn(device);
        assertThat(device.statistics().victims()).isPositive();
        return (double) last[0] / device.nandPageWrites();
    }

    private static void churn(SimulatedFlashDevice device) {
        SplittableRandom random = new SplittableRandom(5);
        int pages = (int) device.geometry().logicalPages();
        for (int page = 0; page < pages; page++) {
            device.writePage(page);
        }
        for (int i = 0; i < 3 * pages; i++) {
            device.writePage(random.nextInt(pages));
        }
    }

    private static void read(FlashDevice device, long page) {
        device.read(page, MemorySegment.ofArray(new byte[512]));
    }

    private SimulatedFlashDevice device(FlashParallelism parallelism) {
        return FlashDevices.builder(CONFIG)
                .parallelism(parallelism, () -> now)
                .pacer(nanos -> took = nanos)
                .timingOnly();
    }
}
