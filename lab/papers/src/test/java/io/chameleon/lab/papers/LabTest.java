package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Run;
import io.chameleon.lab.emulator.command.SyntheticSource;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Setup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** From what figures ask for to runs, and back. */
class LabTest {
    private static final Cell CHAMELEON = Cell.of("hm-0", "chameleon", RedundancyPolicy.EC, Setup.STANDARD);
    private static final Cell RIVAL = Cell.of("hm-0", "edm-hdf", RedundancyPolicy.REP, Setup.STANDARD);
    private static final Cell EDM = Cell.of("edm-home02", "cmt", RedundancyPolicy.EC, Setup.edm(16));

    private static Effort effort(Long... seeds) {
        return new Effort(0.25, List.of(seeds), 12, Map.of());
    }

    @Test
    void cell_runsOnceForEachSeed_onAsManyServersAsTheEffortSays() {
        List<Run> runs = new Lab(effort(5L, 3L)).runs(List.of(CHAMELEON));
        assertThat(runs).extracting(Run::seed).containsExactly(5L, 3L);
        assertThat(runs).allSatisfy(run -> {
            assertThat(run.cluster()).isEqualTo(Setup.STANDARD.cluster(RedundancyPolicy.EC, 12));
            assertThat(run.scheme()).isEqualTo(CHAMELEON.scheme());
            assertThat(run.workload()).isEqualTo(new SyntheticSource("hm-0", 0.25, run.seed()));
        });
    }

    @Test
    void edmsFigures_keepTheirPapersClusterSize() {
        assertThat(new Lab(effort(1L)).runs(List.of(EDM)))
                .hasSize(4)
                .allSatisfy(run -> assertThat(run.cluster().servers()).isEqualTo(16));
    }

    @Test
    void cellThatTwoFiguresShare_runsOnce() {
        assertThat(new Lab(effort(1L)).runs(List.of(CHAMELEON, RIVAL, CHAMELEON, RIVAL)))
                .hasSize(1 + 4)
                .doesNotHaveDuplicates();
    }

    @Test
    void results_areInTheOrderOfTheSeeds_andOfEachThreshold() {
        Lab lab = new Lab(effort(5L, 3L));
        List<Cell> cells = List.of(CHAMELEON, RIVAL);
        Map<Run, EmulationResult> finished = new HashMap<>();
        for (Run run : lab.runs(cells)) {
            double lambda = run.config().rivals().edmLambda();
            finished.put(
                    run,
                    HandMade.of(CHAMELEON)
                            .with(Metric.SIGMA, run.seed() + (run.scheme().equals(RIVAL.scheme()) ? 100 * lambda : 0))
                            .result());
        }
        Results results = lab.results(cells, finished);
        assertThat(results.seeds()).isEqualTo(2);
        assertThat(results.of(CHAMELEON, 0).wear().sigma()).isEqualTo(5);
        assertThat(results.of(CHAMELEON, 1).wear().sigma()).isEqualTo(3);
        assertThat(results.exactly(RIVAL)).extracting(run -> run.wear().sigma()).containsExactly(15.0, 13.0);
        assertThat(results.best(RIVAL).knobs()).isEqualTo(Map.of("edm-lambda", "0.01"));
    }

    @Test
    void recording_isReplayedAsItIs_whateverScaleAndSeed() {
        SyntheticSource recording = new SyntheticSource("recorded", 1, 1);
        Effort effort = new Effort(0.25, List.of(4L), 12, Map.of("hm-0", recording, "a", recording));
        assertThat(effort.source("hm-0", 4)).isSameAs(recording);
        assertThat(effort.source("web-1", 4)).isEqualTo(new SyntheticSource("web-1", 0.25, 4));
        assertThat(effort.recordingNames()).containsExactly("a", "hm-0");
    }

    @Test
    void effortWithoutASeed_isRefused() {
        assertThatThrownBy(() -> new Effort(1, List.of(), 50, Map.of())).hasMessageContaining("--seeds: '[]' given");
    }

    @Test
    void chosenFigures_standInTheOrderOfTheReport_eachOnce() {
        assertThat(Figures.chosen(effort(1L), List.of("edm-8", "targets", "chameleon-4", "edm-8")))
                .extracting(Figure::id)
                .containsExactly("targets", "chameleon-4", "edm-8");
        assertThat(Figures.chosen(effort(1L), List.of())).hasSameSizeAs(Figures.all(effort(1L)));
    }

    @Test
    void unknownFigure_isRefusedWithTheNamesOfAll() {
        assertThatThrownBy(() -> Figures.chosen(effort(1L), List.of("targets", "edm-2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--only: 'edm-2' given, expected one of targets, held-out, chameleon-1, ")
                .hasMessageEndingWith(", edm-7, edm-8");
    }

    /** They name files and directories, and parts of a command line. */
    @Test
    void ids_areUniqueAndPlain() {
        assertThat(Figures.all(effort(1L)))
                .extracting(Figure::id)
                .doesNotHaveDuplicates()
                .allSatisfy(id -> assertThat(id).matches("[a-z0-9-]+"));
        assertThat(Figures.all(effort(1L))).extracting(Figure::title).doesNotHaveDuplicates();
    }
}
