package io.chameleon.lab.papers;

import static io.chameleon.lab.papers.figure.Measure.HIGHEST;
import static io.chameleon.lab.papers.figure.Measure.LOWEST;
import static io.chameleon.lab.papers.figure.Measure.MEAN;

import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.papers.figure.BarFigure;
import io.chameleon.lab.papers.figure.BarFigure.Panel;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Measure.Gather;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Figures 5, 6 and 8 of the EDM paper, and each number that its text states about them (V). */
final class EdmFigures {
    private EdmFigures() {}

    /** Aggregate throughput: Figure 5, by its inverse. */
    static Figure throughput() {
        List<Claim> claims = new ArrayList<>();
        for (EdmSeries of : EdmSeries.ALL) {
            String where = "EDM, Fig. 5, " + of.panel();
            claims.add(
                    faster(where, "throughput rises by 15 % at least with HDF", 15, LOWEST, of.hdf(), of.baseline()));
            claims.add(
                    faster(where, "throughput rises by 40 % at most with HDF", 40, HIGHEST, of.hdf(), of.baseline()));
            claims.add(
                    faster(where, "throughput rises by 15 % at least with CDF", 15, LOWEST, of.cdf(), of.baseline()));
            claims.add(
                    faster(where, "throughput rises by 40 % at most with CDF", 40, HIGHEST, of.cdf(), of.baseline()));
            claims.add(faster(where, "25 % on average (abstract), HDF", 25, MEAN, of.hdf(), of.baseline()));
            claims.add(faster(where, "HDF and CMT are almost the same", 0, MEAN, of.hdf(), of.cmt()));
        }
        return bars(
                "edm-5",
                "EDM, Figure 5: aggregate throughput",
                Metric.QUEUED_MEAN,
                List.of(Metric.QUEUED_MEAN),
                of -> "Figure 5, " + of.panel() + ": response time of writes, waiting included, over the baseline's",
                true,
                claims);
    }

    /** Clients that wait for their answers get more done in proportion as answers come sooner. */
    private static Claim faster(String where, String says, double printed, Gather gather, Series ours, Series base) {
        return Claim.about(where, says, printed, Unit.PERCENT, Measure.change(gather, Metric.QUEUED_MEAN, base, ours))
                .because(
                        "The emulator replays requests at their times, so it has no throughput of its own; this is the inverse of the response"
                                + " time of writes, which says as much only where servers are busy.");
    }

    /** Aggregate erases: Figure 6. */
    static Figure erases() {
        List<Claim> claims = new ArrayList<>();
        for (EdmSeries of : EdmSeries.ALL) {
            String where = "EDM, Fig. 6, " + of.panel();
            claims.add(erases(where, "EDM saves up to 39 % of the erases (HDF)", -39, LOWEST, of.hdf(), of.baseline()));
            claims.add(Claim.atMost(
                    where,
                    "HDF erases less than the baseline in all cases",
                    0,
                    Unit.PERCENT,
                    Measure.change(HIGHEST, Metric.ERASES, of.hdf(), of.baseline())));
            claims.add(Claim.atMost(
                    where,
                    "CDF erases less than 6 % more than the baseline",
                    6,
                    Unit.PERCENT,
                    Measure.change(HIGHEST, Metric.ERASES, of.cdf(), of.baseline())));
            claims.add(erases(where, "CMT erases 21 % more at most", 21, HIGHEST, of.cmt(), of.baseline()));
            claims.add(erases(where, "HDF erases up to 40 % less than CMT", -40, LOWEST, of.hdf(), of.cmt()));
            claims.add(erases(where, "CDF erases up to 34 % less than CMT", -34, LOWEST, of.cdf(), of.cmt()));
        }
        return bars(
                "edm-6",
                "EDM, Figure 6: aggregate erase count",
                Metric.ERASES,
                List.of(Metric.ERASES, Metric.SIGMA),
                of -> "Figure 6, " + of.panel() + ": erases of all SSDs",
                false,
                claims);
    }

    private static Claim erases(String where, String says, double printed, Gather gather, Series ours, Series base) {
        return Claim.about(where, says, printed, Unit.PERCENT, Measure.change(gather, Metric.ERASES, ours, base));
    }

    /** Moved objects: Figure 8. */
    static Figure moved() {
        List<Claim> claims = new ArrayList<>();
        for (EdmSeries of : EdmSeries.ALL) {
            String where = "EDM, Fig. 8, " + of.panel();
            claims.add(Claim.atMost(
                    where,
                    "HDF moves fewer objects than CDF (its share, on average)",
                    1,
                    Unit.FACTOR,
                    Measure.ratio(MEAN, Metric.MOVES, of.hdf(), of.cdf())));
            claims.add(Claim.atMost(
                    where,
                    "CDF moves fewer objects than CMT (its share, on average)",
                    1,
                    Unit.FACTOR,
                    Measure.ratio(MEAN, Metric.MOVES, of.cdf(), of.cmt())));
        }
        return bars(
                "edm-8",
                "EDM, Figure 8: moved objects",
                Metric.MOVES,
                List.of(Metric.MOVES),
                of -> "Figure 8, " + of.panel() + ": moves of objects",
                false,
                claims);
    }

    private static Figure bars(
            String id,
            String title,
            Metric metric,
            List<Metric> tables,
            Function<EdmSeries, String> caption,
            boolean normalised,
            List<Claim> claims) {
        List<Panel> panels = EdmSeries.ALL.stream()
                .map(of ->
                        new Panel("-" + of.servers(), caption.apply(of), of.all(), normalised ? of.baseline() : null))
                .toList();
        return new BarFigure(id, title, metric, null, tables, panels, claims);
    }
}
