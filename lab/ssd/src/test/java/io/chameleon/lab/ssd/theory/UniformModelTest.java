package io.chameleon.lab.ssd.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniformModelTest {
    private static final UniformModel TABLE_II = new UniformModel(64, 0.15);

    @Test
    void greedy_onThePapersDevice_is3Point354() {
        assertThat(TABLE_II.greedy()).isCloseTo(3.354, within(0.0005));
    }

    @Test
    void choices_withEverMoreChoices_approachGreedyFromAbove() {
        assertThat(TABLE_II.choices(2)).isGreaterThan(TABLE_II.choices(10));
        assertThat(TABLE_II.choices(10)).isGreaterThan(TABLE_II.choices(1_000));
        assertThat(TABLE_II.choices(1_000)).isGreaterThan(TABLE_II.greedy());
        assertThat(TABLE_II.choices(1_000_000)).isCloseTo(TABLE_II.greedy(), Percentage.withPercentage(0.01));
    }

    @Test
    void oneChoice_isRandom() {
        assertThat(TABLE_II.choices(1)).isCloseTo(TABLE_II.random(), within(1e-9));
        assertThat(TABLE_II.random()).isCloseTo(1 / 0.15, within(1e-12));
    }

    /**
     * In the limit of large blocks greedy and FIFO are the same: the victim's fill u solves u = (mu - 1) / ln mu (EDM
     * Eq. 2).
     */
    @Test
    void greedy_withLargeBlocks_isFifo() {
        assertThat(new UniformModel(4096, 0.15).greedy())
                .isCloseTo(TABLE_II.fifo(), Percentage.withPercentage(0.5))
                .isLessThan(TABLE_II.fifo());
        double mu = 1 - 1 / TABLE_II.fifo();
        assertThat((mu - 1) / Math.log(mu)).isCloseTo(0.85, within(1e-9));
    }

    /**
     * If half of the writes go to half of the pages, no page is hot; with one choice it does not matter what is copied
     * where.
     */
    @ParameterizedTest
    @CsvSource({"32, 0.1", "16, 0.25"})
    void hotColdModel_withoutHeatAndWithOneChoice_isRandom(int b, double spareFactor) {
        HotColdParameters setting = new HotColdParameters(b, spareFactor, 1, 0, 0.5, 0.5);
        assertThat(HotColdModel.fixedPoint(setting).writeAmplification())
                .isCloseTo(new UniformModel(b, spareFactor).random(), Percentage.withPercentage(1e-6));
    }

    /** With so much spare the emptiest block is empty, which the balance across levels does not cover. */
    @Test
    void greedy_withoutAFixedPoint_isAnErrorThatNamesTheSpareFactor() {
        assertThatThrownBy(() -> new UniformModel(2, 0.6).greedy())
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("greedy collection has no fixed point at spare factor 0.6");
    }

    @ParameterizedTest
    @CsvSource({"16, 0.1", "64, 0.15", "256, 0.3"})
    void policies_keepTheirOrder_greedyFirst_randomLast(int b, double spareFactor) {
        UniformModel model = new UniformModel(b, spareFactor);
        assertThat(List.of(model.greedy(), model.choices(20), model.choices(3), model.choices(2), model.random()))
                .isSorted();
        assertThat(model.fifo()).isBetween(model.greedy(), model.random());
    }

    @Test
    void badNumbers_areNamed() {
        assertThatThrownBy(() -> new UniformModel(64, 0)).hasMessageContaining("spare factor: '0.0' given");
        assertThatThrownBy(() -> TABLE_II.choices(0)).hasMessageContaining("choices d: '0' given, expected 1 or more");
        assertThatThrownBy(() -> new HotColdParameters(32, 0.1, 2, -1, 0.9, 0.1))
                .hasMessageContaining("d*: '-1'");
        assertThatThrownBy(() -> new HotColdParameters(32, 0.1, 2, 1, 1, 0.1)).hasMessageContaining("r: '1.0'");
    }
}
