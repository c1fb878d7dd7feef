package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.simssd.device.FlashDevices;
import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LifetimeTest {
    private static final HotColdParameters SWAP = new HotColdParameters(32, 0.10, 10, 100, 0.99, 0.01);

    /** Sections 5 and 6: this is the purpose of the swap. */
    @Test
    void swap_wearsMoreEvenlyAndLivesLonger() {
        Lifetime.Point swap = last(SWAP);
        Lifetime.Point hcwf = last(SWAP.withSwapChoices(0));
        assertThat(swap.peFairness()).isGreaterThan(1.5 * hcwf.peFairness());
        assertThat(swap.endurance()).isGreaterThan(1.5 * hcwf.endurance());
        assertThat(swap.writeAmplification()).isLessThan(1.05 * hcwf.writeAmplification());
    }

    /** By definition endurance = W_max * fairness / write amplification; chance matters less as erases add up. */
    @Test
    void curve_isConsistentAndFairnessRises() {
        List<Long> told = new ArrayList<>();
        List<Lifetime.Point> curve = Lifetime.curve(
                PaperSetting.device(SWAP, 450), PaperSetting.workload(SWAP), new int[] {5, 50, 200}, 1, told::add);
        assertThat(curve).extracting(Lifetime.Point::maxErases).containsExactly(5, 50, 200);
        assertThat(curve).extracting(Lifetime.Point::peFairness).isSorted().allMatch(fairness -> fairness < 1);
        for (Lifetime.Point point : curve) {
            assertThat(point.endurance())
                    .isCloseTo(
                            point.maxErases() * point.peFairness() / point.writeAmplification(),
                            within(1e-9 * point.endurance()));
        }
        assertThat(told.stream().mapToLong(Long::longValue).sum()).isEqualTo(200);
    }

    /** Filling an empty device erases nothing (GC reading 11). */
    @Test
    void deviceThatWasOnlyFilled_hasNotAgedYet() {
        try (SimulatedFlashDevice device = FlashDevices.timingOnly(PaperSetting.device(SWAP, 90))) {
            assertThat(Lifetime.soFar(device)).isEqualTo(new Lifetime.Point(0, 0, 0, 0));
            new Host(device, (_, _) -> {}, _ -> {}).fill();
            assertThat(Lifetime.soFar(device)).isEqualTo(new Lifetime.Point(0, 0, 0, 0));
        }
    }

    @Test
    void soFar_isWhatTheEraseCountsSay() {
        try (SimulatedFlashDevice device = FlashDevices.timingOnly(PaperSetting.device(SWAP, 90))) {
            int pages = (int) device.geometry().logicalPages();
            Host host = new Host(device, PaperSetting.workload(SWAP).source(pages, new SplittableRandom(3)), _ -> {});
            host.fill();
            host.write(10L * pages);
            Lifetime.Point point = Lifetime.soFar(device);
            IntSummaryStatistics erases = Arrays.stream(device.eraseCounts()).summaryStatistics();
            assertThat(point.maxErases()).isEqualTo(erases.getMax());
            assertThat(point.peFairness()).isCloseTo(erases.getAverage() / erases.getMax(), within(1e-9));
            // ten overwrites of nine tenths of the pages; the first of them found free blocks
            assertThat(point.endurance()).isBetween(8.8, 9.0);
            assertThat(point.writeAmplification()).isGreaterThan(1);
        }
    }

    @Test
    void curve_withTheSameSeed_isTheSame_andItsPointsAreThoseOfAnyLongerOne() {
        List<Lifetime.Point> longer = curve(7, 2, 4, 6);
        assertThat(curve(7, 2, 4, 6)).isEqualTo(longer);
        assertThat(curve(7, 2, 4)).isEqualTo(longer.subList(0, 2));
        assertThat(curve(8, 2, 4, 6)).isNotEqualTo(longer);
    }

    private static List<Lifetime.Point> curve(long seed, int... limits) {
        return Lifetime.curve(PaperSetting.device(SWAP, 90), PaperSetting.workload(SWAP), limits, seed, _ -> {});
    }

    @Test
    void curve_withoutALimit_isRefused() {
        assertThatThrownBy(() -> curve(1)).hasMessage("erase limits: '0' given, expected at least one, above 0");
        assertThatThrownBy(() -> curve(1, 0)).hasMessageContaining("above 0");
    }

    @Test
    void mean_isTakenPointByPoint() {
        List<Lifetime.Point> one = List.of(new Lifetime.Point(5, 0.2, 1, 2), new Lifetime.Point(9, 0.4, 3, 2));
        List<Lifetime.Point> two = List.of(new Lifetime.Point(5, 0.4, 2, 4), new Lifetime.Point(9, 0.8, 5, 4));
        List<Lifetime.Point> mean = Lifetime.mean(List.of(one, two));
        assertThat(mean).hasSize(2);
        assertThat(mean.get(1).maxErases()).isEqualTo(9);
        assertThat(mean.get(1).peFairness()).isCloseTo(0.6, within(1e-12));
        assertThat(mean.get(1).endurance()).isCloseTo(4, within(1e-12));
    }

    private static Lifetime.Point last(HotColdParameters setting) {
        return Lifetime.curve(
                        PaperSetting.device(setting, 450),
                        PaperSetting.workload(setting),
                        new int[] {200},
                        1,
                        erases -> {})
                .getFirst();
    }
}
