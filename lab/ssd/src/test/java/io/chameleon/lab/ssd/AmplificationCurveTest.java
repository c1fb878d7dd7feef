package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AmplificationCurveTest {
    private static final List<Double> HCWF = List.of(3.0, 2.2, 2.0, 2.5);
    private static final List<Double> SWAP = List.of(2.9, 2.1, 2.1, 2.6);
    private static final AmplificationCurve CURVE =
            new AmplificationCurve("1b", 0.8, 0.025, 100, List.of(1, 2, 3, 8), HCWF, SWAP);

    @Test
    void minimum_isTheLowestPoint_withItsD() {
        assertThat(CURVE.minimum(HCWF)).isEqualTo(new AmplificationCurve.Minimum(3, 2.0));
    }

    /** Fewer draws cost less. */
    @Test
    void minimum_reachedTwice_isTheOneOfFewerChoices() {
        assertThat(CURVE.minimum(SWAP)).isEqualTo(new AmplificationCurve.Minimum(2, 2.1));
    }

    @Test
    void swapLoses_whereItAmplifiesMore() {
        assertThat(CURVE.swapLoses()).containsExactly(3, 8);
    }

    /** Equal is not worse. */
    @Test
    void swapThatAmplifiesTheSame_neverLoses() {
        assertThat(new AmplificationCurve("1a", 0.9, 0.1, 1, List.of(1, 2, 3, 8), HCWF, HCWF).swapLoses())
                .isEmpty();
    }

    @Test
    void aboveMinimum_isInPercentOfTheMinimum() {
        assertThat(CURVE.aboveMinimum(HCWF, 2)).isCloseTo(10, within(1e-9));
        assertThat(CURVE.aboveMinimum(HCWF, 3)).isZero();
        assertThat(CURVE.aboveMinimum(HCWF, 1)).isCloseTo(50, within(1e-9));
    }

    @Test
    void json_holdsTheSettingTheCurvesAndWhatTheyShow() {
        assertThat(CURVE.json())
                .containsEntry("panel", "1b")
                .containsEntry("hot_probability", 0.8)
                .containsEntry("hot_fraction", 0.025)
                .containsEntry("dstar", 100)
                .containsEntry("d", List.of(1, 2, 3, 8))
                .containsEntry("hcwf", HCWF)
                .containsEntry("hcwf_swap", SWAP)
                .containsEntry("hcwf_minimum_d", 3)
                .containsEntry("hcwf_minimum", 2.0)
                .containsEntry("hcwf_swap_minimum_d", 2)
                .containsEntry("hcwf_swap_minimum", 2.1)
                .containsEntry("hcwf_swap_higher_at_d", List.of(3, 8));
        assertThat(CURVE.name()).isEqualTo("r = 0.8, f = 0.025");
    }
}
