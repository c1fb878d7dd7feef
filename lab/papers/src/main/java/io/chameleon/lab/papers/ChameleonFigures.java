package io.chameleon.lab.papers;

import static io.chameleon.lab.papers.ChameleonSeries.CHAMELEON_ON_EC;
import static io.chameleon.lab.papers.ChameleonSeries.CHAMELEON_ON_REP;
import static io.chameleon.lab.papers.ChameleonSeries.EC;
import static io.chameleon.lab.papers.ChameleonSeries.EDM_ON_EC;
import static io.chameleon.lab.papers.ChameleonSeries.EDM_ON_REP;
import static io.chameleon.lab.papers.ChameleonSeries.OURS_ON_EC;
import static io.chameleon.lab.papers.ChameleonSeries.OURS_ON_REP;
import static io.chameleon.lab.papers.ChameleonSeries.REP;
import static io.chameleon.lab.papers.ChameleonSeries.REP_EC;
import static io.chameleon.lab.papers.ChameleonSeries.only;
import static io.chameleon.lab.papers.figure.Measure.HIGHEST;
import static io.chameleon.lab.papers.figure.Measure.LOWEST;
import static io.chameleon.lab.papers.figure.Measure.MEAN;

import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.BarFigure;
import io.chameleon.lab.papers.figure.BarFigure.Panel;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Unit;
import java.util.List;

/** Figures 4 to 7 of the Chameleon paper, and each number that its text states about them (IV-C). */
final class ChameleonFigures {
    private static final String ABSOLUTE =
            "The paper gives neither the capacity of its devices nor how full they are (reading 22), so its counts of erases cannot be met but by"
                    + " chance; ratios between schemes can be compared.";

    private ChameleonFigures() {}

    /** Wear variance: Figure 4. */
    static Figure wearVariance() {
        String where = "Chameleon, Fig. 4";
        return new BarFigure(
                "chameleon-4",
                "Chameleon, Figure 4: wear variance",
                Metric.MEAN,
                Metric.SIGMA,
                List.of(Metric.SIGMA, Metric.MEAN),
                List.of(
                        new Panel(
                                "a",
                                "Figure 4(a): erases of a server, error bars one σ",
                                List.of(REP, EC, REP_EC),
                                null),
                        new Panel(
                                "b",
                                "Figure 4(b): erases of a server, start EC, error bars one σ",
                                List.of(EC, EDM_ON_EC, CHAMELEON_ON_EC, OURS_ON_EC),
                                null)),
                List.of(
                        sigma(where, "Chameleon reduces σ by 52 % on average, compared to EC-baseline", -52, MEAN, EC),
                        sigma(where, "at most 81 %, compared to EC-baseline", -81, LOWEST, EC),
                        sigma(where, "by 43 % on average, compared to EDM", -43, MEAN, EDM_ON_EC),
                        sigma(where, "at most 70 %, compared to EDM", -70, LOWEST, EDM_ON_EC),
                        Claim.atMost(
                                where,
                                "EC-baseline's σ is the smallest of the three baselines (its share of REP-baseline's, at most)",
                                1,
                                Unit.FACTOR,
                                Measure.ratio(HIGHEST, Metric.SIGMA, EC, REP)),
                        Claim.about(
                                where,
                                "REP+EC-baseline's σ is almost similar to REP-baseline's",
                                1,
                                Unit.FACTOR,
                                Measure.ratio(MEAN, Metric.SIGMA, REP_EC, REP)),
                        count(where, "hm_0: σ of EC-baseline 2,316", 2_316, EC, "hm-0"),
                        count(where, "hm_0: σ of EDM 1,880", 1_880, EDM_ON_EC, "hm-0"),
                        count(where, "hm_0: σ of Chameleon about 1,000", 1_000, CHAMELEON_ON_EC, "hm-0"),
                        count(where, "web_1: σ of Chameleon 162", 162, CHAMELEON_ON_EC, "web-1"),
                        count(where, "web_1: σ of EDM 190", 190, EDM_ON_EC, "web-1"),
                        count(where, "YCSB_zipf: σ of Chameleon 704", 704, CHAMELEON_ON_EC, "ycsb-zipf"),
                        count(where, "YCSB_zipf: σ of EDM 876", 876, EDM_ON_EC, "ycsb-zipf"),
                        share("hm_0: EDM's σ over EC-baseline's, 1,880 / 2,316", 0.81, EDM_ON_EC, EC, "hm-0"),
                        share(
                                "hm_0: Chameleon's σ over EDM's, 1,000 / 1,880",
                                0.53,
                                CHAMELEON_ON_EC,
                                EDM_ON_EC,
                                "hm-0"),
                        share("web_1: Chameleon's σ over EDM's, 162 / 190", 0.85, CHAMELEON_ON_EC, EDM_ON_EC, "web-1"),
                        share(
                                "YCSB_zipf: Chameleon's σ over EDM's, 704 / 876",
                                0.80,
                                CHAMELEON_ON_EC,
                                EDM_ON_EC,
                                "ycsb-zipf")));
    }

    private static Claim sigma(String where, String says, double printed, Measure.Gather gather, Series base) {
        return Claim.about(
                where, says, printed, Unit.PERCENT, Measure.change(gather, Metric.SIGMA, CHAMELEON_ON_EC, base));
    }

    private static Claim count(String where, String says, double printed, Series series, String workload) {
        return Claim.about(where, says, printed, Unit.COUNT, Measure.of(MEAN, only(series, workload), Metric.SIGMA))
                .because(ABSOLUTE);
    }

    private static Claim share(String says, double printed, Series ours, Series base, String workload) {
        return Claim.about(
                "Chameleon, Fig. 4",
                says,
                printed,
                Unit.FACTOR,
                Measure.ratio(MEAN, Metric.SIGMA, only(ours, workload), only(base, workload)));
    }

    /** Flash endurance: Figure 5. */
    static Figure endurance() {
        String where = "Chameleon, Fig. 5";
        return new BarFigure(
                "chameleon-5",
                "Chameleon, Figure 5: flash endurance",
                Metric.ERASES,
                null,
                List.of(Metric.ERASES),
                List.of(
                        new Panel("a", "Figure 5(a): erases of the cluster", List.of(REP, EC, REP_EC), null),
                        new Panel(
                                "b",
                                "Figure 5(b): erases of the cluster, start EC",
                                List.of(EC, EDM_ON_EC, CHAMELEON_ON_EC, OURS_ON_EC),
                                null)),
                List.of(
                        Claim.about(
                                where,
                                "REP-baseline erases about twice as often as EC-baseline",
                                2,
                                Unit.FACTOR,
                                Measure.ratio(MEAN, Metric.ERASES, REP, EC)),
                        Claim.atMost(
                                where,
                                "EC-baseline has the lowest erase count (its share of REP+EC-baseline's, at most)",
                                1,
                                Unit.FACTOR,
                                Measure.ratio(HIGHEST, Metric.ERASES, EC, REP_EC)),
                        Claim.about(
                                where,
                                "Chameleon has a similar amount of erases as EC-baseline",
                                0,
                                Unit.PERCENT,
                                Measure.change(MEAN, Metric.ERASES, CHAMELEON_ON_EC, EC)),
                        Claim.about(
                                where,
                                "EDM erases up to 20 % more than EC-baseline",
                                20,
                                Unit.PERCENT,
                                Measure.change(HIGHEST, Metric.ERASES, EDM_ON_EC, EC))));
    }

    /** SSD write latency: Figure 6. */
    static Figure latency() {
        String where = "Chameleon, Fig. 6";
        return new BarFigure(
                "chameleon-6",
                "Chameleon, Figure 6: SSD write latency",
                Metric.PAGE_LATENCY,
                null,
                List.of(Metric.PAGE_LATENCY),
                List.of(
                        new Panel(
                                "a",
                                "Figure 6(a): page write latency over REP-baseline's",
                                List.of(REP, EC, REP_EC),
                                REP),
                        new Panel(
                                "b",
                                "Figure 6(b): page write latency over Chameleon's, start REP",
                                List.of(REP, EDM_ON_REP, CHAMELEON_ON_REP, OURS_ON_REP),
                                CHAMELEON_ON_REP)),
                List.of(
                        Claim.about(
                                where,
                                "EC-baseline's latency is 1.12 of REP-baseline's on average",
                                1.12,
                                Unit.FACTOR,
                                Measure.ratio(MEAN, Metric.PAGE_LATENCY, EC, REP)),
                        Claim.about(
                                where,
                                "at most 1.35 of it",
                                1.35,
                                Unit.FACTOR,
                                Measure.ratio(HIGHEST, Metric.PAGE_LATENCY, EC, REP)),
                        overRep(
                                where,
                                "Chameleon reduces it by 25 % on average",
                                -25,
                                MEAN,
                                Metric.PAGE_LATENCY,
                                CHAMELEON_ON_REP),
                        overRep(
                                where,
                                "Chameleon reduces it by at most 33 %",
                                -33,
                                LOWEST,
                                Metric.PAGE_LATENCY,
                                CHAMELEON_ON_REP),
                        overRep(where, "EDM reduces it by 7 % on average", -7, MEAN, Metric.PAGE_LATENCY, EDM_ON_REP),
                        overRep(
                                where,
                                "EDM reduces it by at most 20 %",
                                -20,
                                LOWEST,
                                Metric.PAGE_LATENCY,
                                EDM_ON_REP)));
    }

    private static Claim overRep(
            String where, String says, double printed, Measure.Gather gather, Metric metric, Series ours) {
        return Claim.about(
                where,
                says + ", compared to REP-baseline",
                printed,
                Unit.PERCENT,
                Measure.change(gather, metric, ours, REP));
    }

    /** Write amplification: Figure 7. */
    static Figure amplification() {
        String where = "Chameleon, Fig. 7";
        Metric wa = Metric.WRITE_AMPLIFICATION;
        return new BarFigure(
                "chameleon-7",
                "Chameleon, Figure 7: write amplification",
                wa,
                null,
                List.of(wa, Metric.BALANCE_AMPLIFICATION),
                List.of(
                        new Panel("a", "Figure 7(a): write amplification", List.of(REP, EC, REP_EC), null),
                        new Panel(
                                "b",
                                "Figure 7(b): write amplification, start REP",
                                List.of(REP, EDM_ON_REP, CHAMELEON_ON_REP, OURS_ON_REP),
                                null)),
                List.of(
                        Claim.about(
                                where,
                                "EC-baseline's WA is 2.11 on average",
                                2.11,
                                Unit.FACTOR,
                                Measure.of(MEAN, EC, wa)),
                        Claim.about(
                                where,
                                "EC-baseline's WA is at most 2.8",
                                2.8,
                                Unit.FACTOR,
                                Measure.of(HIGHEST, EC, wa)),
                        Claim.about(
                                where,
                                "REP-baseline's WA is 1.4 on average",
                                1.4,
                                Unit.FACTOR,
                                Measure.of(MEAN, REP, wa)),
                        Claim.about(
                                where,
                                "REP-baseline's WA is at most 1.7",
                                1.7,
                                Unit.FACTOR,
                                Measure.of(HIGHEST, REP, wa)),
                        overRep(where, "Chameleon reduces WA by 12 % on average", -12, MEAN, wa, CHAMELEON_ON_REP),
                        overRep(where, "Chameleon reduces WA by at most 20 %", -20, LOWEST, wa, CHAMELEON_ON_REP),
                        overRep(where, "EDM reduces WA by 6 % on average", -6, MEAN, wa, EDM_ON_REP),
                        overRep(where, "EDM reduces WA by at most 13 %", -13, LOWEST, wa, EDM_ON_REP)));
    }
}
