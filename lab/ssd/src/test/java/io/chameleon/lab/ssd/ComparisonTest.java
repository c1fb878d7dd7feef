package io.chameleon.lab.ssd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.ssd.theory.HotColdParameters;
import io.chameleon.lab.ssd.workload.Counts;
import io.chameleon.lab.ssd.workload.Lifetime;
import io.chameleon.lab.ssd.workload.Measurement;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static final HotColdParameters SETTING = new HotColdParameters(32, 0.15, 15, 40, 0.8, 0.07);

    private static Measurement measured(double amplification, boolean stationary) {
        long host = 10_000;
        Counts counts = new Counts(host, Math.round(host * (amplification - 1)), 0);
        return new Measurement(counts, 54_400, stationary, 1, new Lifetime.Point(0, 0, 0, 0));
    }

    private static Comparison row(
            double printedOde, @Nullable Double printedSimulation, double ode, @Nullable Measurement simulation) {
        return new Comparison(
                "5", SETTING, printedOde, printedSimulation, new TableOptions.Result(ode, simulation), true);
    }

    private static Comparison uncounted(Comparison row) {
        return new Comparison(row.name(), row.setting(), row.printedOde(), row.printedSimulation(), row.ours(), false);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 0", "2.1, 2, 5", "1.9, 2, -5", "4, 2, 100"})
    void distance_isRelativeToTheirs_andSigned(double ours, double theirs, double percent) {
        assertThat(Decimals.percent(ours, theirs)).isCloseTo(percent, within(1e-9));
        assertThat(row(theirs, null, ours, null).odePercent()).isCloseTo(percent, within(1e-9));
    }

    @Test
    void simulation_isComparedWithThePrintedSimulation() {
        Comparison row = row(4, 2.0, 4, measured(2.2, true));
        assertThat(row.simulationPercent()).isCloseTo(10, within(1e-9));
    }

    /** Table 2 prints the model alone. */
    @Test
    void simulation_whereThePaperPrintsNone_isComparedWithThePrintedModel() {
        Comparison row = row(2, null, 2, measured(2.2, true));
        assertThat(row.simulationPercent()).isCloseTo(10, within(1e-9));
    }

    @Test
    void withoutSimulation_thereIsNoDistance_andADashInTheTable() {
        Comparison row = row(2, 2.0, 2, null);
        assertThat(row.simulationPercent()).isNull();
        assertThat(row.simulation()).isEqualTo("-");
        assertThat(Comparison.percent(row.simulationPercent())).isEqualTo("-");
        assertThat(Comparison.largestSimulation(List.of(row))).isNull();
    }

    @Test
    void simulation_thatHasNotSettled_saysSo() {
        assertThat(row(2, 2.0, 2, measured(2.5, true)).simulation()).isEqualTo("2.5000");
        assertThat(row(2, 2.0, 2, measured(2.5, false)).simulation()).isEqualTo("2.5000 (not stationary)");
    }

    @ParameterizedTest
    @CsvSource({"1.23456, +1.235 %", "-0.0004, -0.000 %", "0, +0.000 %", "-12, -12.000 %"})
    void percent_hasASignAndThreeDigits(double percent, String text) {
        assertThat(Comparison.percent(percent)).isEqualTo(text);
    }

    @Test
    void largestDistance_isThatOfTheFarthestRow_onEitherSide() {
        List<Comparison> rows = List.of(
                row(2, 2.0, 2.02, measured(2.01, true)),
                row(2, 2.0, 1.90, measured(1.96, true)),
                row(2, 2.0, 2.00, null));
        assertThat(Comparison.largestOde(rows)).isCloseTo(5, within(1e-9));
        assertThat(Comparison.largestSimulation(rows)).isCloseTo(2, within(1e-9));
    }

    @Test
    void misprintedRow_doesNotCountTowardsTheLargestDistance() {
        List<Comparison> rows =
                List.of(row(2, 2.0, 2.002, measured(2.004, true)), uncounted(row(3, 3.0, 2, measured(2, true))));
        assertThat(Comparison.largestOde(rows)).isCloseTo(0.1, within(1e-9));
        assertThat(Comparison.largestSimulation(rows)).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void verdict_namesTheSimulationOnlyIfThereWasOne() {
        assertThat(Comparison.verdict(List.of(row(2, 2.0, 2.002, null)))).isEqualTo("largest distance: model 0.1000 %");
        assertThat(Comparison.verdict(List.of(row(2, 2.0, 2.002, measured(1.99, true)))))
                .isEqualTo("largest distance: model 0.1000 %, simulation 0.500 %");
    }

    @Test
    void json_holdsTheSettingBesideBothResults() {
        Map<String, Object> json = Comparison.json(1, 7, List.of(row(2, 2.5, 2.002, measured(2.45, false))));
        assertThat(json).containsEntry("table", 1).containsEntry("seed", 7L);
        assertThat(json.get("largest_ode_distance_percent"))
                .asInstanceOf(InstanceOfAssertFactories.DOUBLE)
                .isCloseTo(0.1, within(1e-9));
        assertThat(json.get("largest_simulation_distance_percent"))
                .asInstanceOf(InstanceOfAssertFactories.DOUBLE)
                .isCloseTo(2, within(1e-9));
        assertThat(json.get("rows"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .singleElement(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("name", "5")
                .containsEntry("pages_per_block", 32)
                .containsEntry("spare_factor", 0.15)
                .containsEntry("d", 15)
                .containsEntry("dstar", 40)
                .containsEntry("hot_probability", 0.8)
                .containsEntry("hot_fraction", 0.07)
                .containsEntry("printed_ode", 2.0)
                .containsEntry("printed_simulation", 2.5)
                .containsEntry("ode", 2.002)
                .containsEntry("simulation", 2.45)
                .containsEntry("warmup_requests", 54_400L)
                .containsEntry("stationary", false);
    }

    /** A script that reads the distance of a simulation that was not asked for gets nothing rather than zero. */
    @Test
    void json_withoutSimulation_hasNoResultsOfOne() {
        Map<String, Object> json = Comparison.json(2, 1, List.of(row(2, null, 2.002, null)));
        assertThat(json).containsEntry("largest_simulation_distance_percent", null);
        assertThat(json.get("rows"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .singleElement(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("printed_simulation", null)
                .doesNotContainKeys("simulation", "simulation_distance_percent", "warmup_requests", "stationary");
    }
}
