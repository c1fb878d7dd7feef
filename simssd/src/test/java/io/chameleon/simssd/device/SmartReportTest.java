package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.nand.ImageLayout;
import io.chameleon.simssd.report.SmartReport;
import io.chameleon.simssd.report.SmartReport.EraseBucket;
import io.chameleon.simssd.testing.TestImages;
import io.chameleon.simssd.testing.TestPages;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmartReportTest {
    private static final FlashConfig CONFIG = TestPages.smallConfig(64, 0.3, WriteMode.SINGLE);

    @TempDir
    Path directory;

    @Test
    void smart_afterSomeWork_countsInTheUnitsOfNvme() {
        Instant[] now = {Instant.EPOCH};
        FlashDevice device = FlashDevices.builder(CONFIG)
                .clock(() -> now[0])
                .ratedErases(100)
                .inMemory();
        assertThat(device.smart().percentageUsed()).isZero();
        for (int i = 0; i < 20_000; i++) {
            TestPages.write(device, i % 300, i);
        }
        for (int i = 0; i < 1_001; i++) {
            TestPages.readVersion(device, i % 300);
        }
        now[0] = now[0].plusSeconds(2 * 3_600 + 1_800);
        SmartReport smart = device.smart();
        assertThat(smart.hostWriteCommands()).isEqualTo(20_000);
        assertThat(smart.dataUnitsWritten()).as("of 512,000 bytes").isEqualTo(20);
        assertThat(smart.hostReadCommands()).isEqualTo(1_001);
        assertThat(smart.dataUnitsRead()).as("rounded up").isEqualTo(2);
        assertThat(smart.powerOnHours()).isEqualTo(2);
        assertThat(smart.percentageUsed())
                .isEqualTo((int) device.statistics().meanErases())
                .isPositive();
        assertThat(smart.availableSpare()).isEqualTo(100);
        assertThat(smart.criticalWarning()).isZero();
        assertThat(smart.mediaErrors()).isZero();
        assertThat(smart.eraseHistogram().stream().mapToInt(EraseBucket::blocks).sum())
                .isEqualTo(CONFIG.geometry().blocks());
    }

    @Test
    void smart_ofADeviceWornBeyondItsRating_warns() {
        SimulatedFlashDevice device =
                FlashDevices.builder(CONFIG).ratedErases(1).timingOnly();
        for (int i = 0; i < 20_000; i++) {
            device.writePage(i % 300);
        }
        assertThat(device.smart().percentageUsed()).isEqualTo(255);
        assertThat(device.smart().criticalWarning()).isEqualTo(SmartReport.UNRELIABLE);
    }

    @Test
    void corruptRead_isAMediaError() {
        Path image = directory.resolve("ssd.img");
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            TestPages.write(device, 7, 1);
        }
        TestImages.flipByte(image, new ImageLayout(CONFIG.geometry()).data(0, 0) + 100);
        try (FlashDevice device = FlashDevices.open(image, CONFIG)) {
            assertThatThrownBy(() -> device.read(7, MemorySegment.ofArray(new byte[512])))
                    .isInstanceOf(CorruptPageException.class);
            assertThat(device.smart().mediaErrors()).isEqualTo(1);
            assertThat(device.smart().hostReadCommands()).isEqualTo(1);
            assertThat(device.smart().criticalWarning()).isEqualTo(SmartReport.UNRELIABLE);
        }
    }
}
