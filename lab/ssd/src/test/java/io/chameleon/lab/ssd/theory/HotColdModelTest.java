package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must hold of every setting, whatever the paper prints. */
class HotColdModelTest {
    private static final HotColdParameters SWAP = new HotColdParameters(12, 0.2, 5, 20, 0.8, 0.2);

    private static double amplification(HotColdParameters setting) {
        return HotColdModel.fixedPoint(setting).writeAmplification();
    }

    @ParameterizedTest
    @CsvSource({"12, 0.2, 5, 20, 0.8, 0.2", "8, 0.3, 1, 0, 0.9, 0.1", "16, 0.1, 3, 1, 0.7, 0.4"})
    void amplification_isWhatTheVictimsLeaveRoomFor(int b, double spare, int d, int dStar, double r, double f) {
        FixedPoint point = HotColdModel.fixedPoint(new HotColdParameters(b, spare, d, dStar, r, f));
        assertThat(point.writeAmplification()).isCloseTo(b / (b - point.meanVictimPages()), within(1e-12));
        assertThat(point.writeAmplification()).isGreaterThan(1);
        assertThat(point.hotBlocks()).isBetween(0.0, 1.0);
        assertThat(point.residual()).isLessThan(FixedPoint.TOLERANCE);
        assertThat(point.steps()).isPositive();
    }

    /** Hot and cold are names: exchanging them exchanges the blocks. */
    @ParameterizedTest
    @CsvSource({"0", "3"})
    void exchangingHotAndCold_changesNothingButTheNames(int dStar) {
        FixedPoint one = HotColdModel.fixedPoint(new HotColdParameters(8, 0.2, 4, dStar, 0.8, 0.25));
        FixedPoint other = HotColdModel.fixedPoint(new HotColdParameters(8, 0.2, 4, dStar, 0.2, 0.75));
        assertThat(other.writeAmplification()).isCloseTo(one.writeAmplification(), within(1e-9));
        assertThat(other.hotBlocks()).isCloseTo(1 - one.hotBlocks(), within(1e-9));
        assertThat(other.swapsPerCollection()).isCloseTo(one.swapsPerCollection(), within(1e-9));
    }

    @Test
    void withoutHeat_halfOfTheBlocksAreHot() {
        FixedPoint even = HotColdModel.fixedPoint(new HotColdParameters(8, 0.2, 4, 3, 0.5, 0.5));
        assertThat(even.hotBlocks()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void swaps_areCountedOnlyWhereThereAreAny() {
        assertThat(HotColdModel.fixedPoint(SWAP).swapsPerCollection()).isBetween(0.01, 0.5);
        assertThat(HotColdModel.fixedPoint(SWAP.withSwapChoices(0)).swapsPerCollection())
                .isZero();
    }

    @Test
    void moreSpare_amplifiesLess() {
        double last = Double.MAX_VALUE;
        for (double spare : new double[] {0.05, 0.1, 0.2, 0.4}) {
            double now = amplification(new HotColdParameters(8, spare, 4, 10, 0.8, 0.2));
            assertThat(now).as("S_f = %s", spare).isLessThan(last);
            last = now;
        }
    }

    @Test
    void moreSkew_amplifiesLess() {
        double last = Double.MAX_VALUE;
        for (double r : new double[] {0.5, 0.7, 0.9}) {
            double now = amplification(new HotColdParameters(8, 0.2, 10, 10, r, 1 - r));
            assertThat(now).as("r = %s", r).isLessThan(last);
            last = now;
        }
    }

    /** Two classes of the same heat are uniform writes, which the model of one frontier knows for large blocks too. */
    @Test
    void withoutHeat_amplificationIsNearThatOfOneFrontier() {
        HotColdParameters even = new HotColdParameters(32, 0.2, 10, 100, 0.5, 0.5);
        assertThat(amplification(even)).isCloseTo(new UniformModel(32, 0.2).choices(10), Percentage.withPercentage(2));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.9, 1.92", "1, 0.1, 7.68"})
    void classes_shareWritesAndPages(int type, double writes, double pages) {
        HotColdParameters setting = new HotColdParameters(12, 0.2, 5, 20, 0.9, 0.2);
        assertThat(setting.writeShare(type)).isCloseTo(writes, within(1e-12));
        assertThat(setting.validPages(type)).isCloseTo(pages, within(1e-12));
    }

    @Test
    void withSwapChoices_changesNothingElse() {
        assertThat(SWAP.withSwapChoices(7)).isEqualTo(new HotColdParameters(12, 0.2, 5, 7, 0.8, 0.2));
        assertThat(SWAP.swaps()).isTrue();
        assertThat(SWAP.withSwapChoices(0).swaps()).isFalse();
    }
}
