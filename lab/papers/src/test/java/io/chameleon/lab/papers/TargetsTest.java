package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.command.FakeEngine;
import io.chameleon.lab.emulator.command.WorkloadSource;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.policy.PolicyConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts over two recordings: "busy", whose collection copies pages, and "idle", whose collection does not. */
class TargetsTest {
    private static final String RECORDINGS = "σ of erases vs EC-baseline, worst of the recordings";
    private static final String NO_HARM_SIGMA =
            "no harm where there is nothing to balance: σ of erases vs EC-baseline, worst";
    private static final String NO_HARM_ERASES =
            "no harm where there is nothing to balance: total erases vs EC-baseline, worst";

    /** What a run came to. */
    private record Outcome(double sigma, long erases, double amplification) {
        static final Outcome BASE = new Outcome(100, 10_000, 2);
        static final Outcome IDLE = new Outcome(100, 10_000, 1.0);

        EmulationResult on(Cell cell, int seed) {
            EmulationResult made = FakeEngine.result(
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
                    sigma);
            return new EmulationResult(
                    made.scheme(),
                    made.initial(),
                    made.workload(),
                    made.synthetic(),
                    made.seed(),
                    new EmulationResult.Wear(sigma, erases / 8.0, 8 * sigma / erases, erases, sigma / 3_000),
                    new EmulationResult.Amplification(amplification, amplification),
                    made.latency(),
                    made.networkBytes(),
                    made.moves(),
                    made.livePageSpread(),
                    made.maxLivePageSpread(),
                    made.epochs(),
                    made.servers(),
                    made.seconds());
        }
    }

    private record Recording(String name) implements WorkloadSource {
        @Override
        public String identity() {
            return name;
        }

        @Override
        public Workload load() {
            throw new UnsupportedOperationException("no run is carried out here");
        }
    }

    private final Targets targets = new Targets(
            new Effort(1, List.of(1L, 2L), 8, Map.of("busy", new Recording("busy"), "idle", new Recording("idle"))));

    /** Predictive's outcome on both recordings by seed; everything else is at the baseline's numbers. */
    private Results results(List<Outcome> onBusy, List<Outcome> onIdle) {
        Map<Cell, List<EmulationResult>> byCell = new HashMap<>();
        for (Cell asked : targets.cells()) {
            for (Cell cell : asked.alternatives()) {
                List<Outcome> outcomes = List.of(outcome(cell, 0, onBusy, onIdle), outcome(cell, 1, onBusy, onIdle));
                byCell.put(
                        cell,
                        List.of(outcomes.get(0).on(cell, 0), outcomes.get(1).on(cell, 1)));
            }
        }
        return new Results(2, byCell);
    }

    private static Outcome outcome(Cell cell, int seed, List<Outcome> onBusy, List<Outcome> onIdle) {
        boolean idle = cell.workload().equals("idle");
        if (cell.scheme().name().equals("predictive")) {
            if (cell.workload().equals("busy")) {
                return onBusy.get(seed);
            }
            if (idle) {
                return onIdle.get(seed);
            }
        }
        return idle ? Outcome.IDLE : Outcome.BASE;
    }

    private Target.Checked check(String what, Results results) {
        return targets.targets(results).stream()
                .filter(target -> target.what().equals(what))
                .findFirst()
                .orElseThrow()
                .check(results);
    }

    private Results always(Outcome onBusy, Outcome onIdle) {
        return results(List.of(onBusy, onBusy), List.of(onIdle, onIdle));
    }

    @Test
    void recordingWithNothingToCopy_countsAmongTheRecordings() {
        Results results = always(new Outcome(5, 10_000, 2), new Outcome(97, 10_000, 1));
        Target.Checked worst = check(RECORDINGS, results);
        assertThat(worst.ours().mean()).isCloseTo(-3, within(1e-9));
        assertThat(worst.verdict()).isEqualTo("missed");

        Target.Checked reached = check(RECORDINGS, always(new Outcome(5, 10_000, 2), new Outcome(14, 10_000, 1)));
        assertThat(reached.verdict()).isEqualTo("met");
    }

    @ParameterizedTest
    @CsvSource({
        "97, 10010, met, met",
        "100, 10019, met, met",
        "100.5, 10000, missed, met",
        "50, 10021, met, missed",
        "100.5, 10021, missed, missed",
    })
    void harm_isMoreSigmaOrErasesWhereThereIsNothingToBalance(
            double sigma, long erases, String ofSigma, String ofErases) {
        Results results = always(new Outcome(5, 10_000, 2), new Outcome(sigma, erases, 1));
        assertThat(check(NO_HARM_SIGMA, results).verdict()).isEqualTo(ofSigma);
        assertThat(check(NO_HARM_ERASES, results).verdict()).isEqualTo(ofErases);
    }

    /** What goes wrong where there is something to balance is no business of these targets. */
    @Test
    void harm_isNotLookedForWhereThereIsSomethingToBalance() {
        Results results = always(new Outcome(150, 12_000, 2), new Outcome(99, 10_000, 1));
        assertThat(check(NO_HARM_SIGMA, results).ours().mean()).isCloseTo(-1, within(1e-9));
        assertThat(check(NO_HARM_ERASES, results).verdict()).isEqualTo("met");
        assertThat(check(RECORDINGS, results).ours().mean()).isCloseTo(50, within(1e-9));
        assertThat(check("total erases vs EC-baseline, worst of all", results).verdict())
                .isEqualTo("missed");
    }

    @Test
    void harmInOneSeedOfTwo_isMetOnAverageOnly() {
        Results results = results(
                List.of(Outcome.BASE, Outcome.BASE), List.of(new Outcome(99, 9_900, 1), new Outcome(100.5, 10_030, 1)));
        assertThat(check(NO_HARM_SIGMA, results).verdict()).isEqualTo("met on average, not within the interval");
        assertThat(check(NO_HARM_ERASES, results).verdict()).isEqualTo("met on average, not within the interval");
    }

    @Test
    void workloadsWithSomethingToCopyInOneSeed_haveSomethingToBalance() {
        Results all = always(Outcome.BASE, Outcome.IDLE);
        assertThat(Goals.withNothingToBalance(List.of("busy", "idle", "drift"), all))
                .containsExactly("idle");
        Map<Cell, List<EmulationResult>> byCell = new HashMap<>(all.byCell());
        Cell base = Goals.ec("ec", List.of("idle")).cells().getFirst();
        byCell.put(base, List.of(Outcome.IDLE.on(base, 0), Outcome.BASE.on(base, 1)));
        Results one = new Results(2, byCell);
        assertThat(Goals.withNothingToBalance(List.of("idle"), one)).isEmpty();
        assertThat(targets.targets(one)).extracting(Target::what).doesNotContain(NO_HARM_SIGMA, NO_HARM_ERASES);
    }

    /** A baseline without wear is not passed over: any wear is infinitely more. */
    @Test
    void wearWhereTheBaselineHasNone_missesTheTarget() {
        Results results = always(new Outcome(5, 10_000, 2), new Outcome(97, 10_000, 1));
        Map<Cell, List<EmulationResult>> byCell = new HashMap<>(results.byCell());
        Cell base = Goals.ec("ec", List.of("busy")).cells().getFirst();
        Outcome none = new Outcome(0, 10_000, 2);
        byCell.put(base, List.of(none.on(base, 0), none.on(base, 1)));
        assertThat(check(RECORDINGS, new Results(2, byCell)).ours().mean())
                .isPositive()
                .isInfinite();
        assertThat(check(RECORDINGS, new Results(2, byCell)).verdict()).isEqualTo("missed");
    }
}
