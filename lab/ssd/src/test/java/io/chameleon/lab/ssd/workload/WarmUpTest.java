package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final WarmUp WARM_UP = new WarmUp(8, 4_000, 0.0005);

    /**
     * At first 2 % off, and back within hundreds of overwrites, as in GC reading 2: by then at most a tenth of it may
     * be left.
     */
    @Test
    void slowDrift_isWaitedFor() {
        for (int timeScale : new int[] {3, 10, 50, 200}) {
            SplittableRandom random = new SplittableRandom(timeScale);
            double[] values = IntStream.range(0, 4_000)
                    .mapToDouble(window ->
                            3 * (1 - 0.02 * Math.exp(-(double) window / timeScale)) + 0.003 * random.nextGaussian())
                    .toArray();
            int stop = IntStream.rangeClosed(60, 4_000)
                    .filter(windows -> WARM_UP.isStationary(values, windows))
                    .findFirst()
                    .orElseThrow();
            double left = 0.02 * Math.exp(-(double) stop / timeScale);
            assertThat(left).as("time scale %d, stopped at %d", timeScale, stop).isLessThan(0.002);
        }
    }

    @Test
    void steadyValues_withNoise_areStationarySoon() {
        SplittableRandom random = new SplittableRandom(1);
        double[] values = random.doubles(4_000).map(noise -> 3 + 0.01 * noise).toArray();
        assertThat(IntStream.rangeClosed(8, 200).anyMatch(windows -> WARM_UP.isStationary(values, windows)))
                .isTrue();
    }

    @Test
    void device_underUniformWrites_comesToTheMeanFieldValue() {
        SimulatedFlashDevice device =
                FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofLogicalBlocks(64, 850, 0.15)));
        LongConsumer writes = uniform(device);
        writes.accept(1);
        WarmUp.Outcome outcome = WARM_UP.run(device, writes);
        assertThat(outcome.stationary()).isTrue();
        assertThat(outcome.writeAmplification()).isCloseTo(3.354, Percentage.withPercentage(0.5));
    }

    @Test
    void maximum_reachedFirst_isSaid() {
        SimulatedFlashDevice device = FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofBlocks(100)));
        WarmUp.Outcome outcome = new WarmUp(8, 8, 1e-12).run(device, uniform(device));
        assertThat(outcome.stationary()).isFalse();
        assertThat(outcome.overwrites()).isEqualTo(8);
    }

    /** Values that never change are stationary at once; the minimum is waited for all the same. */
    @Test
    void minimum_isWaitedFor() {
        SimulatedFlashDevice device = FlashDevices.timingOnly(FlashConfig.of(FlashGeometry.ofBlocks(100)));
        WarmUp.Outcome outcome = new WarmUp(12, 40, 0.5).run(device, uniform(device));
        assertThat(outcome.stationary()).isTrue();
        assertThat(outcome.overwrites()).isEqualTo(12);
    }

    @Test
    void coldOverwrites_countTheShareOfColdWrites() {
        assertThat(WarmUp.coldOverwrites(0.9, 0.1, 5)).isEqualTo(45);
        assertThat(WarmUp.coldOverwrites(0, 0, 1)).isEqualTo(4);
    }

    @Test
    void badSettings_areNamedInOneLine() {
        assertThatThrownBy(() -> new WarmUp(3, 10, 0.01))
                .hasMessage("warm-up.minimum: '3' given, expected at least 4 overwrites");
        assertThatThrownBy(() -> new WarmUp(5, 4, 0.01))
                .hasMessage("warm-up.maximum: '4' given, expected at least warm-up.minimum, 5 overwrites");
        assertThatThrownBy(() -> new WarmUp(5, 5, 0))
                .hasMessage("warm-up.tolerance: '0.0' given, expected a share above 0 and below 1");
    }

    private static LongConsumer uniform(SimulatedFlashDevice device) {
        SplittableRandom random = new SplittableRandom(3);
        long pages = device.geometry().logicalPages();
        return writes -> {
            for (long i = 0; i < writes; i++) {
                device.writePage(random.nextLong(pages));
            }
        };
    }
}
