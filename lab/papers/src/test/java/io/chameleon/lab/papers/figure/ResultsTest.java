package io.chameleon.lab.papers.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.HandMade;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which threshold stands for a rival, and what a figure gets that asks for a run. */
class ResultsTest {
    private static final Cell RIVAL = Cell.of("w", "edm-hdf", RedundancyPolicy.EC, Setup.STANDARD);
    private static final List<String> VALUES = List.of("0.1", "0.05", "0.02", "0.01");

    /** σ with 0.1, 0.05, 0.02 and 0.01, in two seeds. */
    private static Results sigmas(double[] first, double[] second) {
        return HandMade.results(2, List.of(RIVAL), (cell, seed) -> {
            int value = VALUES.indexOf(cell.knobs().getOrDefault("edm-lambda", "0.1"));
            return HandMade.of(cell).with(Metric.SIGMA, (seed == 0 ? first : second)[value]);
        });
    }

    private static String best(double[] first, double[] second) {
        return sigmas(first, second).best(RIVAL).knobs().getOrDefault("edm-lambda", "0.1");
    }

    @Test
    void best_isByTheMeanOverTheSeeds() {
        assertThat(best(new double[] {10, 1, 9, 9}, new double[] {10, 30, 9, 8}))
                .isEqualTo("0.01");
        assertThat(best(new double[] {2, 3, 3, 3}, new double[] {2, 3, 3, 3})).isEqualTo("0.1");
    }

    /** So that a rerun of the report does not switch between thresholds that are as good. */
    @Test
    void best_ofSeveral_isTheEarliest() {
        assertThat(best(new double[] {5, 5, 5, 5}, new double[] {5, 5, 5, 5})).isEqualTo("0.1");
        assertThat(best(new double[] {6, 4, 5, 4}, new double[] {6, 4, 4, 4})).isEqualTo("0.05");
    }

    @Test
    void best_isNotOneWithoutANumber() {
        assertThat(best(new double[] {Double.NaN, 9, 8, 9}, new double[] {0, 9, 8, 9}))
                .isEqualTo("0.02");
    }

    @Test
    void of_isTheBestOnesResult_seedBySeed() {
        Results results = sigmas(new double[] {9, 7, 9, 9}, new double[] {9, 6, 9, 9});
        assertThat(results.of(RIVAL, 0).wear().sigma()).isEqualTo(7);
        assertThat(results.of(RIVAL, 1).wear().sigma()).isEqualTo(6);
        assertThat(results.first(RIVAL)).isSameAs(results.of(RIVAL, 0));
        assertThat(results.exactly(RIVAL)).extracting(run -> run.wear().sigma()).containsExactly(9.0, 9.0);
    }

    @Test
    void cellThatNoFigureAskedFor_isNamedInTheError() {
        Cell other = Cell.of("elsewhere", "ec", RedundancyPolicy.EC, Setup.STANDARD);
        Results none = new Results(1, Map.of());
        assertThat(none.best(other))
                .as("without a choice there is nothing to look up")
                .isEqualTo(other);
        assertThatThrownBy(() -> none.first(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not among the runs")
                .hasMessageContaining("elsewhere");
    }

    @ParameterizedTest
    @CsvSource({
        "edm-hdf,    edm-lambda",
        "edm-cdf,    edm-lambda",
        "cmt,        cmt-threshold",
    })
    void rival_runsWithItsPresetAndThreeLowerThresholds(String scheme, String knob) {
        Cell cell = Cell.of("w", scheme, RedundancyPolicy.EC, Setup.STANDARD);
        assertThat(cell.alternatives())
                .extracting(Cell::knobs)
                .containsExactly(Map.of(), Map.of(knob, "0.05"), Map.of(knob, "0.02"), Map.of(knob, "0.01"));
    }

    @ParameterizedTest
    @CsvSource({"ec", "rep", "rep-ec", "none", "chameleon", "predictive"})
    void schemeWithoutAThreshold_runsOnce(String scheme) {
        Cell cell = Cell.of("w", scheme, RedundancyPolicy.EC, Setup.STANDARD);
        assertThat(cell.alternatives()).containsExactly(cell);
    }

    @Test
    void rivalAskedForWithAThreshold_runsWithThatOneAlone() {
        Cell asked = RIVAL.with("edm-lambda", "0.02");
        assertThat(asked.alternatives()).containsExactly(asked);
        assertThat(RIVAL.with("epochs-ahead", "3").alternatives())
                .as("another knob leaves the threshold open")
                .hasSize(4)
                .allSatisfy(cell -> assertThat(cell.knobs()).containsEntry("epochs-ahead", "3"));
        assertThat(RIVAL.knobs()).as("the cell it came from").isEmpty();
    }
}
