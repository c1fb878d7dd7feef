package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.PageVisitor;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.ftl.DeviceOptions;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.nand.NandArray;
import io.chameleon.simssd.nand.PowerCutNandArray;
import io.chameleon.simssd.report.MountReport;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Torn and corrupt pages of an image file. Programs fill block 0 in order: the n-th write is page n. */
class DamagedPageTest {
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
    void lastProgrammedPage_withATornArea_isDroppedAndTheOldContentReturns() {
        writeTwice();
        TestImages.flipByte(image, LAYOUT.oob(0, 1) + 30);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(device.mountReport()).isEqualTo(new MountReport(1, 0, 1, 0));
            assertThat(TestPages.readVersion(device, 7)).isEqualTo(1);
            TestPages.write(device, 7, 3);
        }
        TestImages.forgetCheckpoint(image);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(device.mountReport()).as("dropped once and for all").isEqualTo(new MountReport(1, 1, 0, 0));
            assertThat(TestPages.readVersion(device, 7)).isEqualTo(3);
        }
    }

    @Test
    void unsyncedPage_whoseDataNeverArrived_isDroppedAndTheOldContentReturns() {
        PowerCutNandArray nand = new PowerCutNandArray(CONFIG.geometry());
        FlashDevice device = device(nand);
        TestPages.write(device, 7, 1);
        device.sync();
        TestPages.write(device, 7, 2);
        nand.tear(0, 1);
        FlashDevice reopened = device(nand);
        assertThat(reopened.mountReport().tornPages()).isEqualTo(1);
        assertThat(TestPages.readVersion(reopened, 7)).isEqualTo(1);
    }

    @Test
    void earlierPage_withADamagedArea_isReportedAsCorrupt() {
        writeTwice();
        TestImages.flipByte(image, LAYOUT.oob(0, 0) + 30);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(device.mountReport()).isEqualTo(new MountReport(1, 0, 0, 1));
            assertThat(TestPages.readVersion(device, 7)).isEqualTo(2);
        }
    }

    @Test
    void syncedPage_withRottenData_isCorruptUntilRewritten() {
        writeTwice();
        TestImages.flipByte(image, LAYOUT.data(0, 1) + 100);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            byte[] into = new byte[512];
            assertThatThrownBy(() -> device.read(7, MemorySegment.ofArray(into)))
                    .isInstanceOf(CorruptPageException.class)
                    .hasMessage("logical page 7 is corrupt: stored checksum does not match");
            assertThat(into).as("nothing of it is handed out").containsOnly(0);
            TestPages.write(device, 7, 3);
            assertThat(TestPages.readVersion(device, 7)).isEqualTo(3);
        }
    }

    @Test
    void rottenData_copiedByCollection_staysCorrupt() {
        writeTwice();
        TestImages.flipByte(image, LAYOUT.data(0, 1) + 100);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            churn(device);
            assertThatThrownBy(() -> TestPages.readVersion(device, 7)).isInstanceOf(CorruptPageException.class);
        }
    }

    /** The area decays after the mount has read it: collection must not seal the damage with a fresh checksum. */
    @Test
    void rottenArea_copiedByCollection_staysCorruptOverARemount() {
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            TestPages.write(device, 7, 1);
            TestPages.write(device, 8, 1);
            device.sync();
            TestImages.flipByte(image, LAYOUT.oob(0, 0) + 30);
            churn(device);
            assertThatThrownBy(() -> TestPages.readVersion(device, 7)).isInstanceOf(CorruptPageException.class);
        }
        TestImages.forgetCheckpoint(image);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThat(device.mountReport().corruptPages()).isEqualTo(1);
            assertThatThrownBy(() -> TestPages.readVersion(device, 7)).isInstanceOf(CorruptPageException.class);
            List<Long> corrupt = new ArrayList<>();
            device.scan(new PageVisitor() {
                @Override
                public void visit(long logicalPage, MemorySegment spare) {
                    assertThat(logicalPage).isNotEqualTo(7);
                }

                @Override
                public void corrupt(long logicalPage) {
                    corrupt.add(logicalPage);
                }
            });
            assertThat(corrupt).containsExactly(7L);
        }
    }

    private void writeTwice() {
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            TestPages.write(device, 7, 1);
            TestPages.write(device, 7, 2);
        }
        TestImages.forgetCheckpoint(image);
    }

    /** Overwrites random pages except page 7, until its first block is collected. */
    private static void churn(FlashDevice device) {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            TestPages.write(device, random.nextLong(8, device.geometry().logicalPages()), i);
        }
        assertThat(device.eraseCounts()[0]).isPositive();
    }

    private static FlashDevice device(NandArray nand) {
        return new SimulatedFlashDevice(CONFIG, nand, DeviceOptions.standard());
    }
}
