package io.chameleon.lab.papers.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.command.Epochs;
import io.chameleon.lab.emulator.command.FakeEngine;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.Effort;
import io.chameleon.lab.papers.Lab;
import io.chameleon.lab.papers.Target;
import io.chameleon.lab.papers.figure.Relation.Unit;
import io.chameleon.policy.PolicyConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is computed from hand-made results: averages over workloads, intervals over seeds, agreement and targets. */
class ClaimTest {
    private static final Series BASE = Series.of("none", RedundancyPolicy.EC, Setup.STANDARD, List.of("w1", "w2"));
    private static final Series OURS = Series.of("chameleon", RedundancyPolicy.EC, Setup.STANDARD, List.of("w1", "w2"));

    /** σ of the cells by seed; 50 % and 20 % less with seed 1, 60 % and 10 % less with seed 2. */
    private static Results results() {
        Map<Cell, List<EmulationResult>> byCell = new HashMap<>();
        byCell.put(BASE.cells().get(0), runs(BASE.cells().get(0), 100, 100));
        byCell.put(BASE.cells().get(1), runs(BASE.cells().get(1), 200, 200));
        byCell.put(OURS.cells().get(0), runs(OURS.cells().get(0), 50, 40));
        byCell.put(OURS.cells().get(1), runs(OURS.cells().get(1), 160, 180));
        return new Results(2, byCell);
    }

    private static List<EmulationResult> runs(Cell cell, double... sigmas) {
        return IntStream.range(0, sigmas.length)
                .mapToObj(seed -> FakeEngine.result(
                        new EmulationSpec(
                                cell.scheme().policy(),
                                PolicyConfig.defaults(),
                                cell.scheme().initial(),
                                cell.setup().cluster(cell.scheme().initial(), 8),
                                2,
                                1,
                                100,
                                seed),
                        cell.workload(),
                        true,
                        sigmas[seed]))
                .toList();
    }

    @Test
    void change_isGatheredOverWorkloads_seedBySeed() {
        Measure mean = Measure.change(Measure.MEAN, Metric.SIGMA, OURS, BASE);
        assertThat(mean.of(results(), 0)).isCloseTo(-35, within(1e-9));
        assertThat(mean.of(results(), 1)).isCloseTo(-35, within(1e-9));
        assertThat(Measure.change(Measure.LOWEST, Metric.SIGMA, OURS, BASE)
                        .interval(results())
                        .mean())
                .isCloseTo(-55, within(1e-9));
        assertThat(Measure.change(Measure.HIGHEST, Metric.SIGMA, OURS, BASE)
                        .interval(results())
                        .mean())
                .isCloseTo(-15, within(1e-9));
        assertThat(Measure.ratio(Measure.MEAN, Metric.SIGMA, OURS, BASE).of(results(), 0))
                .isCloseTo(0.65, within(1e-9));
    }

    @Test
    void rivalTunedToEachWorkload_isComparedByItsBest() {
        Series tuned = BASE.with("edm-lambda", "0.01");
        Map<Cell, List<EmulationResult>> byCell = new HashMap<>(results().byCell());
        byCell.put(tuned.cells().get(0), runs(tuned.cells().get(0), 200, 200)); // worse than the default's 100
        byCell.put(tuned.cells().get(1), runs(tuned.cells().get(1), 100, 100)); // better than the default's 200

        Measure best = Measure.changeToBest(Measure.MEAN, Metric.SIGMA, OURS, List.of(BASE, tuned));

        assertThat(best.of(new Results(2, byCell), 0)).isCloseTo((-50 + 60) / 2.0, within(1e-9));
    }

    @Test
    void claim_withinTheTolerance_agrees_andSaysNothing() {
        Claim.Checked near = Claim.about(
                        "Fig. 4", "by 40 %", -40, Unit.PERCENT, Measure.change(Measure.MEAN, Metric.SIGMA, OURS, BASE))
                .check(results());
        assertThat(near.agrees()).isTrue();
        assertThat(near.distance()).isEqualTo("+5.0 points");
        assertThat(near.disagreement()).isEmpty();
    }

    @Test
    void claim_beyondTheTolerance_isSaidInASentence() {
        Claim.Checked far = Claim.about(
                        "Fig. 4",
                        "by 81 %",
                        -81,
                        Unit.PERCENT,
                        Measure.change(Measure.LOWEST, Metric.SIGMA, OURS, BASE))
                .because("The reason.")
                .check(results());
        assertThat(far.agrees()).isFalse();
        assertThat(far.disagreement())
                .startsWith("We disagree with Fig. 4, \"by 81 %\": ours is -55.0 ± 63.5 %. The reason.");
    }

    @Test
    void factor_isComparedInPercent() {
        Claim.Checked ratio = Claim.about("Fig. 6", "1.12", 1.12, Unit.FACTOR, (results, seed) -> 1.4)
                .check(results());
        assertThat(ratio.distance()).isEqualTo("+25.0 %");
        assertThat(ratio.agrees()).isFalse();
    }

    @Test
    void target_isMetByTheMean_andSaysIfTheIntervalIsNot() {
        Measure lowest = Measure.change(Measure.LOWEST, Metric.SIGMA, OURS, BASE);
        Target.Checked met = target(-50, lowest);
        assertThat(met.isMet()).isTrue();
        assertThat(met.verdict()).isEqualTo("met on average, not within the interval");
        assertThat(met.goal()).isEqualTo("≤ -50.0 %");
        assertThat(target(-60, lowest).verdict()).isEqualTo("missed");
        assertThat(target(-30, Measure.change(Measure.MEAN, Metric.SIGMA, OURS, BASE))
                        .verdict())
                .isEqualTo("met");
    }

    @Test
    void target_withoutANumber_isMissed() {
        assertThat(target(0, (results, seed) -> Double.NaN).isMet()).isFalse();
    }

    private static Target.Checked target(double bound, Measure measure) {
        return new Target("σ", "-", Relation.AT_MOST, bound, Unit.PERCENT, measure).check(results());
    }

    @Test
    void epochsOfAModel_areAutomatic() {
        Lab lab = new Lab(new Effort(0.5, List.of(3L, 4L), 10, Map.of()));
        assertThat(lab.runs(List.of(BASE.cells().getFirst(), BASE.cells().getFirst())))
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.epochs()).isEqualTo(Epochs.AUTOMATIC))
                .extracting(run -> run.workload().identity())
                .containsExactly("synthetic w1 scale=0.5 seed=3", "synthetic w1 scale=0.5 seed=4");
    }
}
