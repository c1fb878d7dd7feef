package io.chameleon.lab.papers.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.HandMade;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How runs of several workloads and seeds make one number, above all where a baseline has no wear. */
class MeasureTest {
    private static final List<String> WORKLOADS = List.of("w1", "w2", "w3");
    private static final Series BASE = Series.of("ec", RedundancyPolicy.EC, Setup.STANDARD, WORKLOADS);
    private static final Series OURS = Series.of("chameleon", RedundancyPolicy.EC, Setup.STANDARD, WORKLOADS);
    private static final Series RIVAL = Series.of("edm-hdf", RedundancyPolicy.EC, Setup.STANDARD, WORKLOADS);

    private static List<Cell> cells() {
        return Stream.of(BASE, OURS, RIVAL)
                .flatMap(series -> series.cells().stream())
                .toList();
    }

    /** Of the baseline and of ours, on w1, w2 and w3. */
    private static Results erases(List<Double> base, List<Double> ours) {
        return HandMade.results(1, cells(), (cell, seed) -> {
            List<Double> values = cell.scheme().isBaseline() ? base : ours;
            return HandMade.of(cell).with(Metric.ERASES, values.get(WORKLOADS.indexOf(cell.workload())));
        });
    }

    @Test
    void gather_isWhatItIsCalled() {
        assertThat(Measure.MEAN.of(DoubleStream.of(5, -1, 2))).isEqualTo(2);
        assertThat(Measure.LOWEST.of(DoubleStream.of(5, -1, 2))).isEqualTo(-1);
        assertThat(Measure.HIGHEST.of(DoubleStream.of(5, -1, 2))).isEqualTo(5);
        assertThat(List.of(Measure.MEAN, Measure.LOWEST, Measure.HIGHEST))
                .allSatisfy(
                        gather -> assertThat(gather.of(DoubleStream.empty())).isNaN());
    }

    /** Eight servers: 7 erases are less than one each. */
    @Test
    void change_leavesOutWorkloadsOnWhichTheBaseHardlyErases() {
        Results results = erases(List.of(7.0, 8.0, 1000.0), List.of(7000.0, 12.0, 1100.0));
        assertThat(Measure.change(Measure.HIGHEST, Metric.ERASES, OURS, BASE).of(results, 0))
                .isCloseTo(50, within(1e-9));
        assertThat(Measure.change(Measure.MEAN, Metric.ERASES, OURS, BASE).of(results, 0))
                .isCloseTo(30, within(1e-9));
    }

    @Test
    void change_ifNoBaseErases_isNoNumber() {
        Results results = erases(List.of(0.0, 0.0, 7.0), List.of(1.0, 2.0, 3.0));
        Measure change = Measure.change(Measure.MEAN, Metric.ERASES, OURS, BASE);
        assertThat(change.of(results, 0)).isNaN();
        assertThat(change.interval(results).mean()).isNaN();
        assertThat(Measure.ratio(Measure.MEAN, Metric.ERASES, OURS, BASE).of(results, 0))
                .isNaN();
    }

    /** σ may be zero where there is wear: all servers alike. */
    @Test
    void change_leavesOutABaseOfZero() {
        Results results = HandMade.results(
                1,
                cells(),
                (cell, seed) -> HandMade.of(cell)
                        .with(
                                Metric.SIGMA,
                                !cell.scheme().isBaseline()
                                        ? 30
                                        : cell.workload().equals("w1") ? 0 : 20));
        assertThat(Measure.change(Measure.MEAN, Metric.SIGMA, OURS, BASE).of(results, 0))
                .isCloseTo(50, within(1e-9));
        assertThat(Measure.changeOfEach(Measure.MEAN, Metric.SIGMA, OURS, BASE).of(results, 0))
                .as("but a target counts it")
                .isInfinite();
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 5, Infinity", "100, 50, -50", "100, 0, -100", "1, 3, 200"})
    void changeOfEach_hasAnAnswerForEveryBase(double base, double ours, double percent) {
        Results results = erases(List.of(base, 100.0, 100.0), List.of(ours, 100.0, 100.0));
        Series first = new Series("first", OURS.cells().subList(0, 1));
        assertThat(Measure.changeOfEach(Measure.MEAN, Metric.ERASES, first, BASE)
                        .of(results, 0))
                .isEqualTo(percent);
    }

    @Test
    void ratio_isTheQuotientOnTheSameWorkload() {
        Results results = erases(List.of(100.0, 200.0, 400.0), List.of(50.0, 300.0, 400.0));
        assertThat(Measure.ratio(Measure.LOWEST, Metric.ERASES, OURS, BASE).of(results, 0))
                .isCloseTo(0.5, within(1e-9));
        assertThat(Measure.ratio(Measure.HIGHEST, Metric.ERASES, OURS, BASE).of(results, 0))
                .isCloseTo(1.5, within(1e-9));
        assertThat(Measure.ratio(Measure.MEAN, Metric.ERASES, OURS, BASE).of(results, 0))
                .isCloseTo(1.0, within(1e-9));
    }

    /** In the first seed the rival does best with 0.05, in the second with 0.01. */
    @Test
    void changeToBest_takesTheRivalsBestOfEachSeed() {
        Results results = HandMade.results(2, cells(), (cell, seed) -> {
            String lambda = cell.knobs().getOrDefault("edm-lambda", "0.1");
            boolean best = lambda.equals(seed == 0 ? "0.05" : "0.01");
            double sigma = !cell.scheme().name().equals("edm-hdf") ? 40 : best ? 80 : 100;
            return HandMade.of(cell).with(Metric.SIGMA, sigma);
        });
        Measure best = Measure.changeToBest(Measure.MEAN, Metric.SIGMA, OURS, RIVAL);
        assertThat(best.of(results, 0)).isCloseTo(-50, within(1e-9));
        assertThat(best.of(results, 1)).isCloseTo(-50, within(1e-9));
        assertThat(Measure.changeOfEach(Measure.MEAN, Metric.SIGMA, OURS, RIVAL).of(results, 0))
                .as("a figure takes one threshold for all seeds: 0.05, the earlier of two that are as good")
                .isCloseTo(-50, within(1e-9));
        assertThat(Measure.changeOfEach(Measure.MEAN, Metric.SIGMA, OURS, RIVAL).of(results, 1))
                .isCloseTo(-60, within(1e-9));
    }

    @Test
    void of_gathersAnyNumberOfTheRuns() {
        Results results = erases(List.of(1.0, 2.0, 6.0), List.of(9.0, 9.0, 9.0));
        assertThat(Measure.of(Measure.MEAN, BASE, Metric.ERASES).of(results, 0)).isEqualTo(3);
        assertThat(Measure.of(Measure.HIGHEST, BASE, run -> -run.wear().erases())
                        .of(results, 0))
                .isEqualTo(-1);
    }

    @Test
    void interval_isOverTheSeeds() {
        Measure seeds = (results, seed) -> 10 + seed;
        Interval three = seeds.interval(new Results(3, Map.of()));
        assertThat(three.mean()).isEqualTo(11);
        assertThat(three.halfWidth())
                .as("t of two degrees, over the root of three")
                .isCloseTo(4.303 / Math.sqrt(3), within(1e-9));
        assertThat(seeds.interval(new Results(1, Map.of())).isKnown()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1.0, false", "1.009, false", "1.01, true", "2.5, true"})
    void hasCollected_fromOnePagePerHundredOn(double amplification, boolean collected) {
        assertThat(Measure.hasCollected(HandMade.results(
                                1,
                                BASE.cells(),
                                (cell, seed) -> HandMade.of(cell).with(Metric.WRITE_AMPLIFICATION, amplification))
                        .first(BASE.cells().getFirst())))
                .isEqualTo(collected);
    }
}
