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

    private static final Series RIVAL = Series.of("edm-hdf", RedundancyPolicy.EC, Setup.STANDARD, List.of("w1", "w2"));

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

    /** σ of EDM is 200 but for one λ: 0.1, its preset, on the first workload and 0.02 on the second. */
    private static Results rivals() {
        Map<Cell, List<EmulationResult>> byCell = new HashMap<>(results().byCell());
        for (int workload = 0; workload < 2; workload++) {
            for (Cell cell : RIVAL.cells().get(workload).alternatives()) {
                String lambda = cell.knobs().getOrDefault("edm-lambda", "0.1");
                boolean best = workload == 0 ? lambda.equals("0.1") : lambda.equals("0.02");
                byCell.put(cell, best ? runs(cell, 100, 100) : runs(cell, 200, 200));
            }
        }
        return new Results(2, byCell);
    }

    @Test
    void rival_isShownWithTheBestThresholdOfItsGrid_onEachWorkload() {
        Results results = rivals();
        assertThat(results.best(RIVAL.cells().get(0)).knobs()).isEmpty();
        assertThat(results.best(RIVAL.cells().get(1)).knobs()).isEqualTo(Map.of("edm-lambda", "0.02"));
        assertThat(results.first(RIVAL.cells().get(1)).wear().sigma()).isEqualTo(100);
        assertThat(Measure.of(Measure.HIGHEST, RIVAL, Metric.SIGMA).of(results, 1))
                .isEqualTo(100);
        Cell asked = RIVAL.cells().get(1).with("edm-lambda", "0.01");
        assertThat(results.first(asked).wear().sigma())
                .as("a value asked for is that value")
                .isEqualTo(200);
    }

    @Test
    void rivalTunedToEachWorkload_isComparedByItsBest() {
        Measure best = Measure.changeToBest(Measure.MEAN, Metric.SIGMA, OURS, RIVAL);
        assertThat(best.of(rivals(), 0)).isCloseTo((-50 + 60) / 2.0, within(1e-9));
    }

    @Test
    void rival_runsWithEachValueOfItsGrid() {
        Lab lab = new Lab(new Effort(0.5, List.of(3L), 10, Map.of()));
        assertThat(lab.runs(List.of(RIVAL.cells().getFirst())))
                .extracting(run -> run.config().rivals().edmLambda())
                .containsExactly(0.1, 0.05, 0.02, 0.01);
    }

    @Test
    void claim_withinTheTolerance_agrees_andSaysNothing() {
        CheckedClaim near = Claim.about(
                        "Fig. 4", "by 40 %", -40, Unit.PERCENT, Measure.change(Measure.MEAN, Metric.SIGMA, OURS, BASE))
                .check(results());
        assertThat(near.agrees()).isTrue();
        assertThat(near.distance()).isEqualTo("+5.0 points");
        assertThat(near.disagreement()).isEmpty();
    }

    @Test
    void claim_beyondTheTolerance_isSaidInASentence() {
        CheckedClaim far = Claim.about(
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
        CheckedClaim ratio = Claim.about("Fig. 6", "1.12", 1.12, Unit.FACTOR, (results, seed) -> 1.4)
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
