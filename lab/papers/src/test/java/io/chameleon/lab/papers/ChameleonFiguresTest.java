package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.CheckedClaim;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each number that the paper prints, and what it is compared with. In this world every metric of a scheme has one
 * value on a workload, so a claim that takes another scheme, start, workload or way to gather comes to another number.
 */
class ChameleonFiguresTest {
    private static final List<Figure> FIGURES = List.of(
            ChameleonFigures.wearVariance(),
            ChameleonFigures.endurance(),
            ChameleonFigures.latency(),
            ChameleonFigures.amplification());

    /** With {@code i} the number of the workload, 0 to 4; all of it times {@code i + 1}. */
    private static double value(Cell cell) {
        int i = ChameleonSeries.WORKLOADS.indexOf(cell.workload());
        boolean ec = cell.scheme().initial() == RedundancyPolicy.EC;
        double value = switch (cell.scheme().name()) {
            case "ec" -> 100;
            case "rep" -> 200 / (1 + 0.1 * i);
            case "rep-ec" -> 190;
            case "edm-hdf" -> (ec ? 80 : 140) * (1 + 0.05 * i);
            case "chameleon" -> (ec ? 40 : 60) * (1 + 0.1 * i);
            case "predictive" -> 1;
            default -> throw new IllegalArgumentException(cell.toString());
        };
        return value * (i + 1);
    }

    private static HandMade run(Cell cell) {
        double value = value(cell);
        return HandMade.of(cell)
                .with(Metric.SIGMA, value)
                .with(Metric.ERASES, 1e6 * value)
                .with(Metric.PAGE_LATENCY, value)
                .with(Metric.WRITE_AMPLIFICATION, value / 100);
    }

    private static Results results() {
        return HandMade.results(
                1, FIGURES.stream().flatMap(figure -> figure.cells().stream()).toList(), (cell, seed) -> run(cell));
    }

    private static List<Claim> claims() {
        return FIGURES.stream().flatMap(figure -> figure.claims().stream()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Chameleon reduces σ by 52 % on average, compared to EC-baseline    | ≈ -52.0 % | -52.0 %",
                "at most 81 %, compared to EC-baseline                              | ≈ -81.0 % | -60.0 %",
                "by 43 % on average, compared to EDM                                | ≈ -43.0 % | -45.6 %",
                "at most 70 %, compared to EDM                                      | ≈ -70.0 % | -50.0 %",
                "EC-baseline's σ is the smallest                                    | ≤ 1.00    | 0.70",
                "REP+EC-baseline's σ is almost similar                              | ≈ 1.00    | 1.14",
                "hm_0: σ of EC-baseline 2,316                                       | ≈ 2316    | 500",
                "hm_0: σ of EDM 1,880                                               | ≈ 1880    | 480",
                "hm_0: σ of Chameleon about 1,000                                   | ≈ 1000    | 280",
                "web_1: σ of Chameleon 162                                          | ≈ 162     | 144",
                "web_1: σ of EDM 190                                                | ≈ 190     | 264",
                "YCSB_zipf: σ of Chameleon 704                                      | ≈ 704     | 40",
                "YCSB_zipf: σ of EDM 876                                            | ≈ 876     | 80",
                "hm_0: EDM's σ over EC-baseline's, 1,880 / 2,316                    | ≈ 0.81    | 0.96",
                "hm_0: Chameleon's σ over EDM's, 1,000 / 1,880                      | ≈ 0.53    | 0.58",
                "web_1: Chameleon's σ over EDM's, 162 / 190                         | ≈ 0.85    | 0.55",
                "YCSB_zipf: Chameleon's σ over EDM's, 704 / 876                     | ≈ 0.80    | 0.50",
                "REP-baseline erases about twice as often as EC-baseline            | ≈ 2.00    | 1.69",
                "EC-baseline has the lowest erase count                             | ≤ 1.00    | 0.53",
                "Chameleon has a similar amount of erases as EC-baseline            | ≈ +0.0 %  | -52.0 %",
                "EDM erases up to 20 % more than EC-baseline                        | ≈ +20.0 % | -4.0 %",
                "EC-baseline's latency is 1.12 of REP-baseline's on average         | ≈ 1.12    | 0.60",
                "at most 1.35 of it                                                 | ≈ 1.35    | 0.70",
                "Chameleon reduces it by 25 % on average, compared to REP-baseline  | ≈ -25.0 % | -56.2 %",
                "Chameleon reduces it by at most 33 %, compared to REP-baseline     | ≈ -33.0 % | -70.0 %",
                "EDM reduces it by 7 % on average, compared to REP-baseline         | ≈ -7.0 %  | -6.9 %",
                "EDM reduces it by at most 20 %, compared to REP-baseline           | ≈ -20.0 % | -30.0 %",
                "EC-baseline's WA is 2.11 on average                                | ≈ 2.11    | 3.00",
                "EC-baseline's WA is at most 2.8                                    | ≈ 2.80    | 5.00",
                "REP-baseline's WA is 1.4 on average                                | ≈ 1.40    | 4.79",
                "REP-baseline's WA is at most 1.7                                   | ≈ 1.70    | 7.14",
                "Chameleon reduces WA by 12 % on average, compared to REP-baseline  | ≈ -12.0 % | -56.2 %",
                "Chameleon reduces WA by at most 20 %, compared to REP-baseline     | ≈ -20.0 % | -70.0 %",
                "EDM reduces WA by 6 % on average, compared to REP-baseline         | ≈ -6.0 %  | -6.9 %",
                "EDM reduces WA by at most 13 %, compared to REP-baseline           | ≈ -13.0 % | -30.0 %",
            })
    void claim_comparesWhatThePaperCompares(String says, String printed, String measured) {
        assertThat(claims())
                .filteredOn(claim -> claim.says().startsWith(says))
                .singleElement()
                .satisfies(claim -> {
                    CheckedClaim checked = claim.check(results());
                    assertThat(checked.printed()).isEqualTo(printed);
                    assertThat(checked.measured()).isEqualTo(measured);
                });
    }

    @Test
    void everyClaim_isInTheTableAbove() {
        assertThat(FIGURES).extracting(figure -> figure.claims().size()).containsExactly(17, 4, 6, 8);
        assertThat(claims()).extracting(Claim::says).doesNotHaveDuplicates();
    }

    /** Ratios can be compared with the paper's; counts cannot, since it does not say how large its devices are. */
    @Test
    void countOfErases_saysWhyItCannotAgree() {
        assertThat(ChameleonFigures.wearVariance().claims())
                .allSatisfy(claim -> assertThat(claim.why().isEmpty())
                        .as(claim.says())
                        .isEqualTo(!claim.says().matches(".*: σ of .*")));
    }

    /** Schemes that start differently have devices of different sizes, so a picture shows those that start alike. */
    @Test
    void panel_comparesSchemesWithTheSameStart() {
        Stream.of(
                        ChameleonSeries.EC,
                        ChameleonSeries.EDM_ON_EC,
                        ChameleonSeries.CHAMELEON_ON_EC,
                        ChameleonSeries.OURS_ON_EC)
                .flatMap(series -> series.cells().stream())
                .forEach(cell -> assertThat(cell.scheme().initial()).isEqualTo(RedundancyPolicy.EC));
        Stream.of(
                        ChameleonSeries.REP,
                        ChameleonSeries.EDM_ON_REP,
                        ChameleonSeries.CHAMELEON_ON_REP,
                        ChameleonSeries.OURS_ON_REP)
                .flatMap(series -> series.cells().stream())
                .forEach(cell -> assertThat(cell.scheme().initial()).isEqualTo(RedundancyPolicy.REP));
    }

    @Test
    void only_keepsTheLabelAndOneWorkload() {
        assertThat(ChameleonSeries.only(ChameleonSeries.EDM_ON_EC, "hm-0").label())
                .isEqualTo("EDM (HDF)");
        assertThat(ChameleonSeries.only(ChameleonSeries.EDM_ON_EC, "hm-0").cells())
                .extracting(Cell::workload)
                .containsExactly("hm-0");
    }
}
