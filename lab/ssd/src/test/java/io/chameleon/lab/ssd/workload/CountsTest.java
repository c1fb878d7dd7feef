package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CountsTest {
    private static final Lifetime.Point NEW = new Lifetime.Point(0, 0, 0, 0);

    @Test
    void writeAmplification_isWhatIsProgrammedPerPageOfTheHost() {
        assertThat(new Counts(100, 0, 0).writeAmplification()).isEqualTo(1);
        assertThat(new Counts(100, 50, 9).writeAmplification()).isEqualTo(1.5);
    }

    @Test
    void measuredPart_isWhatCameAfterIt() {
        assertThat(new Counts(100, 50, 9).minus(new Counts(40, 45, 8))).isEqualTo(new Counts(60, 5, 1));
    }

    @Test
    void measurement_ratesHostWritesAndCopiesTogether() {
        Measurement measured = new Measurement(new Counts(300, 100, 5), 0, true, 2, NEW);
        assertThat(measured.pageWritesPerSecond()).isEqualTo(200);
        assertThat(measured.writeAmplification()).isEqualTo(400 / 300.0);
    }

    /** Each collected block frees as many pages as are programmed again; the device is full throughout. */
    @Test
    void countsOfADevice_balance() {
        try (SimulatedFlashDevice device =
                FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofLogicalBlocks(64, 85, 0.15)))) {
            int pages = (int) device.geometry().logicalPages();
            Host host = new Host(device, new Workload.Uniform().source(pages, new SplittableRandom(1)), _ -> {});
            host.fill();
            assertThat(Counts.of(device)).isEqualTo(new Counts(pages, 0, 0));
            host.write(5L * pages);
            Counts counts = Counts.of(device);
            assertThat(counts.hostWrites()).isEqualTo(6L * pages);
            assertThat(counts.copies()).isPositive();
            long freed = counts.erases() * 64;
            long programmed = counts.hostWrites() + counts.copies();
            assertThat(programmed - freed)
                    .as("pages programmed and not erased")
                    .isBetween((long) pages, device.geometry().physicalPages());
        }
    }
}
