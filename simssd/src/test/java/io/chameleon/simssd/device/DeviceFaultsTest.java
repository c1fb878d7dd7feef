package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.DeviceReadOnlyException;
import io.chameleon.simssd.FaultModel;
import io.chameleon.simssd.FaultModel.BitErrors;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.testing.TestPages;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole devices whose flash fails: nothing acknowledged is lost, blocks go out of use, and in the end the device is
 * read-only.
 */
class DeviceFaultsTest {
    private static final int OPERATIONS = 12_000;

    @TempDir
    Path directory;

    enum Medium {
        MEMORY,
        IMAGE
    }

    static Stream<Arguments> matrix() {
        BitErrors mended = new BitErrors(1e-4, 1e-3, 1, 40);
        FaultModel seeded = FaultModel.seeded(17);
        return Stream.of(
                        seeded.withProgramFailures(5e-4),
                        seeded.withEraseFailures(3e-3),
                        seeded.withMaxErases(16),
                        seeded.withBitErrors(mended),
                        seeded.withProgramFailures(2e-4)
                                .withEraseFailures(1e-3)
                                .withMaxErases(18)
                                .withBitErrors(mended))
                .flatMap(faults -> Stream.of(Medium.values())
                        .flatMap(medium -> Stream.of(WriteMode.SINGLE, WriteMode.HCWF_SWAP, WriteMode.COLD)
                                .map(mode -> Arguments.of(faults, medium, mode))));
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void device_underFaults_losesNothing(FaultModel faults, Medium medium, WriteMode mode) {
        FlashConfig config = TestPages.smallConfig(128, 0.45, mode);
        SimulatedFlashDevice device = open(config, faults, medium);
        Host host = new Host(5, device);
        host.work(OPERATIONS);
        host.checkEverything();
        SmartReport smart = device.smart();
        boolean blocksFail = faults.programFailures() + faults.eraseFailures() > 0 || faults.maxErases() > 0;
        assertThat(smart.badBlocks() > 0).as("%s", smart).isEqualTo(blocksFail);
        assertThat(smart.programFailures() > 0).isEqualTo(faults.programFailures() > 0);
        assertThat(smart.correctedReads() > 0).isEqualTo(faults.bitErrors().fresh() > 0);
        assertThat(smart.mediaErrors()).isZero();
        assertThat(device.statistics().badBlocks()).isEqualTo(smart.badBlocks());
        if (medium == Medium.IMAGE) {
            int[] before = device.eraseCounts();
            device.close();
            host.device = open(config, faults, medium);
            host.checkEverything();
            assertThat(host.device.smart().badBlocks())
                    .as("bad blocks stay bad; closing may have found another")
                    .isBetween(smart.badBlocks(), smart.badBlocks() + 3);
            assertThat(host.device.smart().hostReadCommands()).isGreaterThan(smart.hostReadCommands());
            FlashDeviceModelTest.assertNoCountLower(before, host.device.eraseCounts());
            host.work(50);
            host.checkEverything();
        }
        host.device.close();
    }

    @ParameterizedTest
    @EnumSource(Medium.class)
    void worn_outDevice_goesReadOnlyAndStillReads(Medium medium) {
        FlashConfig config = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);
        FaultModel faults = FaultModel.NONE.withMaxErases(12);
        Host host = new Host(3, open(config, faults, medium));
        assertThatThrownBy(() -> host.work(1_000_000))
                .isInstanceOf(DeviceReadOnlyException.class)
                .hasMessageStartingWith("device is read-only: its spare blocks are used up, ");
        host.checkEverything();
        SmartReport smart = host.device.smart();
        assertThat(smart.readOnly()).isTrue();
        assertThat(smart.availableSpare()).isZero();
        assertThat(smart.criticalWarning()).isEqualTo(SmartReport.SPARE_LOW | SmartReport.READ_ONLY);
        assertThat(host.device.eraseCounts())
                .satisfies(counts ->
                        assertThat(IntStream.of(counts).max().orElseThrow()).isEqualTo(12));
        assertThat(IntStream.of(host.device.eraseCounts()).average().orElseThrow())
                .as("worn evenly: most blocks are near their end")
                .isGreaterThan(5);
        host.trim(7);
        host.device.sync();
        if (medium == Medium.IMAGE) {
            host.device.close();
            host.device = open(config, faults, medium);
            assertThat(host.device.smart().readOnly()).as("for good").isTrue();
            host.checkEverything();
            assertThatThrownBy(() -> host.write(7)).isInstanceOf(DeviceReadOnlyException.class);
        }
        host.device.close();
    }

    @Test
    void availableSpare_fallsAsBlocksGoBad() {
        FlashConfig config = TestPages.smallConfig(128, 0.3, WriteMode.SINGLE);
        SimulatedFlashDevice device = FlashDevices.builder(config)
                .faults(FaultModel.seeded(1).withEraseFailures(0.02))
                .timingOnly();
        int last = device.smart().availableSpare();
        assertThat(last).isEqualTo(100);
        SplittableRandom random = new SplittableRandom(2);
        boolean warned = false;
        while (last > 0) {
            try {
                device.writePage(random.nextInt((int) config.geometry().logicalPages()));
            } catch (DeviceReadOnlyException _) {
                assertThat(device.smart().readOnly()).isTrue();
            }
            SmartReport smart = device.smart();
            assertThat(smart.availableSpare()).isLessThanOrEqualTo(last);
            last = smart.availableSpare();
            warned |= smart.criticalWarning() == SmartReport.SPARE_LOW;
        }
        assertThat(warned).as("before the end").isTrue();
        assertThat(device.smart().readOnly()).isTrue();
    }

    @Test
    void uncorrectableRead_isAMediaErrorAndLeavesTheRestAlone() {
        FlashConfig config = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);
        BitErrors errors = new BitErrors(1e-3, 0, 1, 9); // of 4,096 bits 4 are wrong; more than 9 in 1 page of 120
        SimulatedFlashDevice device = FlashDevices.builder(config)
                .faults(FaultModel.seeded(1).withBitErrors(errors))
                .inMemory();
        int pages = (int) config.geometry().logicalPages();
        for (int page = 0; page < pages; page++) {
            TestPages.write(device, page, 1);
        }
        int corrupt = 0;
        for (int page = 0; page < pages; page++) {
            try {
                assertThat(TestPages.readVersion(device, page)).isEqualTo(1);
            } catch (CorruptPageException _) {
                corrupt++;
            }
        }
        assertThat(corrupt).isBetween(1, pages / 20);
        assertThat(device.smart().mediaErrors()).isEqualTo(corrupt);
        assertThat(device.smart().criticalWarning()).isEqualTo(SmartReport.UNRELIABLE);
    }

    /** The image after every kind of cut: in a program, an erase, a sync, a mount; with blocks going bad meanwhile. */
    @Test
    void image_whosePowerFailsAgainAndAgain_keepsEverySyncedPageAndBadBlock() {
        FlashConfig config = TestPages.smallConfig(96, 0.3, WriteMode.HOST_AND_COPIES);
        SplittableRandom random = new SplittableRandom(8);
        Path image = directory.resolve("ssd.img");
        long[] promised = new long[(int) config.geometry().logicalPages()];
        long[] last = new long[promised.length];
        long[] current = new long[promised.length];
        int bad = 0;
        int[] erases = new int[config.geometry().blocks()];
        for (int life = 0; life < 60; life++) {
            FaultModel faults = FaultModel.seeded(life)
                    .withProgramFailures(5e-5)
                    .withEraseFailures(2e-4)
                    .withPowerLossAfter(random.nextInt(life % 4 == 0 ? 50 : 3_000));
            try (FlashDevice device =
                    FlashDevices.builder(config).faults(faults).open(image)) {
                assertThat(device.smart().badBlocks()).isGreaterThanOrEqualTo(bad);
                FlashDeviceModelTest.assertNoCountLower(erases, device.eraseCounts());
                for (int page = 0; page < promised.length; page++) {
                    current[page] = device.isMapped(page) ? TestPages.readVersion(device, page) : 0;
                    assertThat(current[page]).as("life %d, page %d", life, page).isBetween(promised[page], last[page]);
                }
                while (true) {
                    int page = random.nextInt(promised.length);
                    if (random.nextInt(100) == 0) {
                        device.sync();
                        promised = current.clone();
                        bad = device.smart().badBlocks();
                        erases = device.eraseCounts();
                    } else {
                        TestPages.write(device, page, ++last[page]);
                        current[page] = last[page];
                    }
                }
            } catch (PowerLossException _) {
                // the next life mounts the remains
            }
        }
        assertThat(bad).as("blocks went bad").isPositive();
        assertThat(Arrays.stream(erases).sum()).isGreaterThan(1_000);
    }

    private SimulatedFlashDevice open(FlashConfig config, FaultModel faults, Medium medium) {
        FlashDeviceBuilder builder = FlashDevices.builder(config).faults(faults);
        return medium == Medium.MEMORY ? builder.inMemory() : builder.open(directory.resolve("ssd.img"));
    }

    /** Writes, trims and reads at random, and knows what it should find. */
    private static final class Host {
        private final SplittableRandom random;
        private final long[] versions;
        private SimulatedFlashDevice device;
        private long version;

        Host(long seed, SimulatedFlashDevice device) {
            random = new SplittableRandom(seed);
            this.device = device;
            versions = new long[(int) device.geometry().logicalPages()];
        }

        void work(int operations) {
            for (int i = 0; i < operations; i++) {
                int page = random.nextInt(random.nextBoolean() ? versions.length : versions.length / 8);
                int dice = random.nextInt(1_000);
                if (dice < 800) {
                    write(page);
                } else if (dice < 830) {
                    trim(page);
                } else if (dice < 835) {
                    device.sync();
                } else {
                    check(page);
                }
            }
        }

        void write(int page) {
            TestPages.write(device, page, version + 1);
            versions[page] = ++version;
        }

        void trim(int page) {
            device.trim(page);
            versions[page] = 0;
        }

        void checkEverything() {
            for (int page = 0; page < versions.length; page++) {
                check(page);
            }
        }

        private void check(int page) {
            assertThat(device.isMapped(page)).as("page %d", page).isEqualTo(versions[page] > 0);
            if (versions[page] > 0) {
                assertThat(TestPages.readVersion(device, page))
                        .as("page %d", page)
                        .isEqualTo(versions[page]);
            }
        }
    }
}
