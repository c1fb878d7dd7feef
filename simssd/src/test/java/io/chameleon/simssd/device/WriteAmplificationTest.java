package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.report.WearStatistics;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Greedy collection under uniform random writes, compared with theory. */
class WriteAmplificationTest {
    private static final int BLOCKS = 2_000;

    @ParameterizedTest(name = "{0} pages per block, over-provisioning {1}")
    @CsvSource({"64, 0.15", "32, 0.15", "64, 0.10", "128, 0.20", "16, 0.30", "48, 0.15", "100, 0.15"})
    void uniformRandomWrites_inSteadyState_amplifyAsTheMeanFieldSays(int pagesPerBlock, double overProvisioning) {
        WearStatistics measured = steadyState(pagesPerBlock, overProvisioning);
        double theory = meanField(1 - overProvisioning, pagesPerBlock);
        assertThat(measured.writeAmplification())
                .as("mean field %.4f", theory)
                .isCloseTo(theory, Percentage.withPercentage(1.5));
    }

    /** Eq. 2 is the limit of large blocks, above the value for 64 pages: EDM's Figure 3 has the same offset. */
    @Test
    void victimUtilisation_at85PercentFill_isNearEdmEquation2() {
        WearStatistics measured = steadyState(64, 0.15);
        double mu = edmVictimUtilisation(0.85);
        assertThat(measured.meanVictimUtilisation()).isCloseTo(mu, Percentage.withPercentage(3));
        assertThat(measured.meanVictimUtilisation()).isLessThan(mu);
        // GC reading 6: WA = b / (b - mean live pages of a victim).
        assertThat(measured.writeAmplification())
                .isCloseTo(1 / (1 - measured.meanVictimUtilisation()), Percentage.withPercentage(1));
        assertThat(measured.recentVictimUtilisation()).isCloseTo(measured.meanVictimUtilisation(), within(0.01));
    }

    @Test
    void copiesInBlocksOfTheirOwn_underSkewedWrites_amplifyLess() {
        assertThat(skewed(WriteMode.HOST_AND_COPIES)).isLessThan(0.9 * skewed(WriteMode.SINGLE));
    }

    /** Counters of the measured part alone: after a fill and ten overwrites, ten more. */
    private static WearStatistics steadyState(int pagesPerBlock, double overProvisioning) {
        FlashGeometry geometry = new FlashGeometry(4096, pagesPerBlock, BLOCKS, overProvisioning);
        SimulatedFlashDevice device = FlashDevices.timingOnly(FlashConfig.of(geometry));
        int pages = (int) geometry.logicalPages();
        fill(device, pages);
        SplittableRandom random = new SplittableRandom(7);
        writeUniformly(device, random, pages, 10L * pages);
        WearStatistics before = device.statistics();
        writeUniformly(device, random, pages, 10L * pages);
        WearStatistics after = device.statistics();
        long victims = after.victims() - before.victims();
        long copies = after.gcCopies() - before.gcCopies();
        return new WearStatistics(
                after.totalErases() - before.totalErases(),
                after.hostPageWrites() - before.hostPageWrites(),
                after.nandPageWrites() - before.nandPageWrites(),
                copies,
                0,
                victims,
                (double) copies / victims / pagesPerBlock,
                after.recentVictimUtilisation(),
                after.livePages(),
                pages,
                BLOCKS,
                0,
                after.meanErases(),
                after.sigmaErases(),
                after.maxErases(),
                after.writeLatency());
    }

    private static double skewed(WriteMode mode) {
        FlashGeometry geometry = new FlashGeometry(4096, 64, 500, 0.15);
        SimulatedFlashDevice device = FlashDevices.timingOnly(new FlashConfig(geometry, FlashTiming.TABLE_II, mode));
        int pages = (int) geometry.logicalPages();
        fill(device, pages);
        SplittableRandom random = new SplittableRandom(8);
        for (long i = 0; i < 20L * pages; i++) {
            boolean hot = random.nextInt(10) < 9;
            device.writePage(hot ? random.nextInt(pages / 10) : random.nextInt(pages));
        }
        return device.statistics().writeAmplification();
    }

    private static void fill(SimulatedFlashDevice device, int pages) {
        for (int page = 0; page < pages; page++) {
            device.writePage(page);
        }
    }

    private static void writeUniformly(SimulatedFlashDevice device, SplittableRandom random, int pages, long writes) {
        for (long i = 0; i < writes; i++) {
            device.writePage(random.nextInt(pages));
        }
    }

    /**
     * Write amplification {@code g b} of greedy collection in the limit of many blocks (the argument of Desnoyers 2012
     * and of the mean-field model of {@code dchoices-hcwf-swap}, section 3, for d to infinity): blocks lose one live
     * page at a time at rate i n_i / (rho b), and every level from b down to m + 2 carries the collection rate g. Level
     * m + 1 passes on the share f and the rest is collected there; a block that reaches m is collected at once.
     */
    private static double meanField(double rho, int b) {
        for (int m = b - 2; m >= 0; m--) {
            double harmonic = 0;
            for (int i = m + 2; i <= b; i++) {
                harmonic += 1.0 / i;
            }
            double g = (1 - rho * b / (m + 1)) / (rho * b * (harmonic - (b - m - 1) / (m + 1.0)));
            double f = 1 - g * (b - m - 1);
            if (g > 0 && f >= 0 && f <= g) {
                return g * b;
            }
        }
        throw new IllegalArgumentException("no fixed point for rho " + rho + ", b " + b);
    }

    /** The root of {@code u = (u_r - 1) / ln u_r} (EDM Eq. 2). */
    private static double edmVictimUtilisation(double utilisation) {
        double low = 1e-9;
        double high = 1 - 1e-9;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if ((middle - 1) / Math.log(middle) < utilisation) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
