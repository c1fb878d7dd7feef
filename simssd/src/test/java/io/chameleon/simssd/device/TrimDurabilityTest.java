package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.testing.RemountableNandArray;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trims of an image file across crashes and reopenings. */
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

    /**
     * The programs before a trim may be lost with the power while the trim is not: their numbers must not be reused.
     */
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
}
