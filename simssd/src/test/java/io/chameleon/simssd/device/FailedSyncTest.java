package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.PowerCutNandArray;
import io.chameleon.simssd.testing.TestPages;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After a failed sync, the operating system still shows data that never reached the disk, and the syncs of the next
 * process succeed. What a mount has found and shown must be durable nevertheless.
 */
class FailedSyncTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);
    private static final int PAGES = 40;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 30);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void pageTrimAndEraseCount_shownByAMountAfterAFailedSync_surviveAPowerCut(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        PowerCutNandArray nand = new PowerCutNandArray(CONFIG.geometry());
        writeUntilTheSyncFails(nand, random);

        FlashDevice restarted = open(nand);
        long[] shown = versions(restarted);
        int[] erases = restarted.eraseCounts();
        assertThat(shown)
                .as("seed %d: the page cache shows the last version", seed)
                .contains(2);

        FlashDevice afterCut = open(nand.afterCut(random));
        assertThat(versions(afterCut)).as("seed %d", seed).isEqualTo(shown);
        FlashDeviceModelTest.assertNoCountLower(erases, afterCut.eraseCounts());
    }

    private static void writeUntilTheSyncFails(PowerCutNandArray nand, SplittableRandom random) {
        FlashDevice device = open(nand);
        for (int round = 0; round < 30; round++) {
            for (int page = 0; page < PAGES; page++) {
                TestPages.write(device, page, 1);
            }
            device.sync();
        }
        for (int page = 0; page < PAGES; page++) {
            if (random.nextInt(4) == 0) {
                device.trim(page);
            } else if (random.nextBoolean()) {
                TestPages.write(device, page, 2);
            }
        }
        nand.failNextForce();
        assertThatThrownBy(device::sync).isInstanceOf(DeviceFailedException.class);
    }

    /** 0 for a page that is not there. */
    private static long[] versions(FlashDevice device) {
        return LongStream.range(0, PAGES)
                .map(page -> device.isMapped(page) ? TestPages.readVersion(device, page) : 0)
                .toArray();
    }

    private static FlashDevice open(PowerCutNandArray nand) {
        return new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard());
    }
}
