package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.CheckedClaim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each number that EDM's text states, and what it is compared with. In this world every metric of a scheme has one
 * value on a workload, and 20 servers have another one than 16.
 */
class EdmFiguresTest {
    private static final List<Figure> FIGURES =
            List.of(EdmFigures.throughput(), EdmFigures.erases(), EdmFigures.moved());

    /** With {@code i} the number of the workload, 0 to 6; all of it times {@code i + 1}. */
    private static double value(Cell cell) {
        int i = EdmSeries.WORKLOADS.indexOf(cell.workload());
        boolean few = cell.setup().servers() == 16;
        double value = switch (cell.scheme().name()) {
            case "none" -> 100;
            case "cmt" -> few ? 125 : 160;
            case "edm-hdf" -> (few ? 50 : 40) * (1 + 0.1 * i);
            case "edm-cdf" -> (few ? 80 : 64) * (1 + 0.05 * i);
            default -> throw new IllegalArgumentException(cell.toString());
        };
        return value * (i + 1);
    }

    private static HandMade run(Cell cell) {
        double value = value(cell);
        return HandMade.of(cell)
                .with(Metric.ERASES, 1e6 * value)
                .with(Metric.MOVES, 1e6 * value)
                .with(Metric.QUEUED_MEAN, value);
    }

    private static Results results() {
        return HandMade.results(
                1, FIGURES.stream().flatMap(figure -> figure.cells().stream()).toList(), (cell, seed) -> run(cell));
    }

    /** Throughput is the inverse of the response time: 50 µs in place of 100 µs are 100 % more. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fig. 5 | throughput rises by 15 % at least with HDF             | ≈ +15.0 % | +25.0 %  | +56.3 %",
                "Fig. 5 | throughput rises by 40 % at most with HDF              | ≈ +40.0 % | +100.0 % | +150.0 %",
                "Fig. 5 | throughput rises by 15 % at least with CDF             | ≈ +15.0 % | -3.8 %   | +20.2 %",
                "Fig. 5 | throughput rises by 40 % at most with CDF              | ≈ +40.0 % | +25.0 %  | +56.3 %",
                "Fig. 5 | 25 % on average (abstract), HDF                        | ≈ +25.0 % | +57.6 %  | +97.1 %",
                "Fig. 5 | HDF and CMT are almost the same                        | ≈ +0.0 %  | +97.1 %  | +215.3 %",
                "Fig. 6 | EDM saves up to 39 % of the erases (HDF)               | ≈ -39.0 % | -50.0 %  | -60.0 %",
                "Fig. 6 | HDF erases less than the baseline in all cases         | ≤ +0.0 %  | -20.0 %  | -36.0 %",
                "Fig. 6 | CDF erases less than 6 % more than the baseline        | ≤ +6.0 %  | +4.0 %   | -16.8 %",
                "Fig. 6 | CMT erases 21 % more at most                           | ≈ +21.0 % | +25.0 %  | +60.0 %",
                "Fig. 6 | HDF erases up to 40 % less than CMT                    | ≈ -40.0 % | -60.0 %  | -75.0 %",
                "Fig. 6 | CDF erases up to 34 % less than CMT                    | ≈ -34.0 % | -36.0 %  | -60.0 %",
                "Fig. 8 | HDF moves fewer objects than CDF                       | ≤ 1.00    | 0.70     | 0.70",
                "Fig. 8 | CDF moves fewer objects than CMT                       | ≤ 1.00    | 0.74     | 0.46",
            })
    void claim_comparesWhatThePaperCompares(String figure, String says, String printed, String of16, String of20) {
        assertThat(checked(figure, says, 16).printed()).isEqualTo(printed);
        assertThat(checked(figure, says, 16).measured()).isEqualTo(of16);
        assertThat(checked(figure, says, 20).measured()).isEqualTo(of20);
    }

    private static CheckedClaim checked(String figure, String says, int servers) {
        return FIGURES.stream()
                .flatMap(one -> one.claims().stream())
                .filter(claim -> claim.says().startsWith(says))
                .filter(claim -> claim.where().equals("EDM, " + figure + ", " + servers + " OSDs"))
                .findFirst()
                .orElseThrow()
                .check(results());
    }

    @Test
    void everyClaim_isInTheTableAbove_forBothSizesOfTheCluster() {
        assertThat(FIGURES).extracting(figure -> figure.claims().size()).containsExactly(2 * 6, 2 * 6, 2 * 2);
    }

    /** The emulator cannot be made to wait for answers, so no reader may take ours for a measured throughput. */
    @Test
    void throughput_saysThatItIsAnInverse() {
        assertThat(EdmFigures.throughput().claims())
                .allSatisfy(claim -> assertThat(claim.why()).contains("the inverse of the response time of writes"));
    }

    @ParameterizedTest
    @CsvSource({"16", "20"})
    void series_runOnThePapersClusterOfThatSize(int servers) {
        assertThat(new EdmSeries(servers).all())
                .allSatisfy(series -> assertThat(series.cells())
                        .extracting(Cell::workload)
                        .containsExactlyElementsOf(EdmSeries.WORKLOADS))
                .flatExtracting(series -> series.cells())
                .allSatisfy(cell -> assertThat(cell.setup().servers()).isEqualTo(servers));
        assertThat(new EdmSeries(servers).all())
                .extracting(series -> series.label())
                .containsExactly("baseline", "CMT", "EDM-HDF", "EDM-CDF");
    }
}
