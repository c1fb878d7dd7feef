package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.common.Document;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Setup;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables behind the targets: each scheme against EC-baseline, and each threshold of a rival that was tried. */
class ByWorkloadTest {
    private static final List<String> WORKLOADS = List.of("w1", "w2");

    private static List<Cell> cells(Setup setup, String... schemes) {
        return Stream.of(schemes)
                .flatMap(scheme -> Goals.ec(scheme, setup, WORKLOADS).cells().stream())
                .toList();
    }

    /** The baseline has 100 of each; the rival σ 40 with 0.02 on w1, the preset is its best on w2. */
    private static HandMade run(Cell cell, int seed) {
        HandMade run = HandMade.of(cell);
        if (cell.scheme().isBaseline()) {
            return run.with(Metric.SIGMA, 100)
                    .with(Metric.ERASES, 1_000)
                    .with(Metric.PAGE_LATENCY, 200)
                    .with(Metric.QUEUED_P99, 1_000);
        }
        String lambda = cell.knobs().getOrDefault("edm-lambda", "0.1");
        boolean best = lambda.equals(cell.workload().equals("w1") ? "0.02" : "0.1");
        return run.with(Metric.SIGMA, best ? 40 + 20 * seed : 90)
                .with(Metric.ERASES, 1_020)
                .with(Metric.PAGE_LATENCY, 190)
                .with(Metric.QUEUED_P99, 1_500)
                .with(Metric.LIVE_PAGE_SPREAD, 1.234)
                .with(Metric.MOVES, best ? 77 : 5);
    }

    private static Results results(int seeds, Setup setup) {
        return HandMade.results(seeds, cells(setup, "ec", "edm-hdf", "chameleon"), ByWorkloadTest::run);
    }

    @Test
    void row_isPercentAgainstTheBaseline_withTheRivalsBestThreshold() {
        assertThat(ByWorkload.HEADER)
                .containsExactly(
                        "workload", "scheme", "σ", "erases", "page latency", "queued p99", "live page spread", "moves");
        assertThat(ByWorkload.rows(results(1, Setup.STANDARD), WORKLOADS, Setup.STANDARD, List.of("edm-hdf")))
                .containsExactly(
                        List.of(
                                "w1",
                                "edm-hdf {edm-lambda=0.02}",
                                "-60.0 %",
                                "+2.0 %",
                                "-5.0 %",
                                "+50.0 %",
                                "1.23",
                                "77"),
                        List.of("w2", "edm-hdf", "-60.0 %", "+2.0 %", "-5.0 %", "+50.0 %", "1.23", "77"));
    }

    @Test
    void rows_areByWorkload_withIntervalsOverTheSeeds() {
        assertThat(ByWorkload.rows(
                        results(2, Setup.STREAMS), WORKLOADS, Setup.STREAMS, List.of("edm-hdf", "chameleon")))
                .extracting(row -> row.get(0) + " " + row.get(1) + " " + row.get(2))
                .containsExactly(
                        "w1 edm-hdf {edm-lambda=0.02} -50.0 ± 127.1 %",
                        "w1 chameleon -10.0 ± 0.0 %", "w2 edm-hdf -50.0 ± 127.1 %", "w2 chameleon -50.0 ± 127.1 %");
    }

    @Test
    void grid_showsEachThresholdThatWasTried_asAMeanOverTheSeeds() {
        Document document = new Document("by hand");
        RivalGrid.write(results(2, Setup.STANDARD), new Section(document, Path.of("unused")));
        assertThat(document.markdown().lines().filter(line -> line.startsWith("| ")))
                .containsExactlyInAnyOrder(
                        "| edm-hdf on | start | setup | best | edm-lambda 0.1 | edm-lambda 0.05 | edm-lambda "
                                + "0.02 | edm-lambda 0.01 |",
                        "| --- | --- | --- | --- | --- | --- | --- | --- |",
                        "| w1 | EC | standard | 0.02 | 90.0 ± 0.0, 5 ± 0 | 90.0 ± 0.0, 5 ± 0 | 50.0 ± 127.1, "
                                + "77 ± 0 | 90.0 ± 0.0, 5 ± 0 |",
                        "| w2 | EC | standard | 0.1 | 50.0 ± 127.1, 77 ± 0 | 90.0 ± 0.0, 5 ± 0 | 90.0 ± 0.0, "
                                + "5 ± 0 | 90.0 ± 0.0, 5 ± 0 |");
    }

    @Test
    void grid_isNeededIfARivalRan() {
        assertThat(RivalGrid.isNeeded(results(1, Setup.STANDARD))).isTrue();
        Results none = HandMade.results(1, cells(Setup.STANDARD, "ec", "chameleon"), ByWorkloadTest::run);
        assertThat(RivalGrid.isNeeded(none)).isFalse();
    }

    @Test
    void eachRival_hasATableOfItsOwn() {
        Document document = new Document("by hand");
        RivalGrid.write(
                HandMade.results(1, cells(Setup.edm(16), "edm-hdf", "edm-cdf", "cmt"), ByWorkloadTest::run),
                new Section(document, Path.of("unused")));
        assertThat(document.markdown())
                .contains("| edm-hdf on | ", "| edm-cdf on | ", "| cmt on | start | setup | best | cmt-threshold 0.1 |")
                .contains("| w1 | EC | EDM, 16 servers, filled to 0.6 | 0.02 | ");
    }
}
