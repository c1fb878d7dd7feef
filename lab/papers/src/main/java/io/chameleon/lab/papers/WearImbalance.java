package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.command.EmulationCharts;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.emulator.workload.SyntheticWorkloads;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import io.chameleon.lab.papers.figure.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Chameleon, Figure 1: how unequally servers wear if nothing balances them. */
final class WearImbalance implements Figure {
    private static final String WHERE = "Chameleon, Fig. 1";

    /** The figure's workloads; of these only ycsb-zipf has printed counts from which a stand-in could be made. */
    private final List<String> workloads = List.of("prn-0", "proj-0", "ycsb-zipf").stream()
            .filter(SyntheticWorkloads.names()::contains)
            .toList();

    private final Series rep = Series.of("rep", RedundancyPolicy.REP, Setup.STANDARD, workloads);
    private final Series ec = Series.of("ec", RedundancyPolicy.EC, Setup.STANDARD, workloads);

    @Override
    public String id() {
        return "chameleon-1";
    }

    @Override
    public String title() {
        return "Chameleon, Figure 1: wear imbalance";
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>(rep.cells());
        cells.addAll(ec.cells());
        return cells;
    }

    @Override
    public List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        for (String workload : workloads) {
            claims.add(spread("REP", workload, workload.equals("proj-0") ? 4 : 3, rep));
            claims.add(spread("EC", workload, workload.equals("ycsb-zipf") ? 12 : 3, ec)
                    .because(
                            workload.equals("ycsb-zipf")
                                    ? "With hashed names mixed to the last bit (reading 21) no server gets a twelfth of another's writes; with raw"
                                            + " FNV-1a, which puts similar names side by side, 176 times were seen."
                                    : ""));
        }
        claims.add(Claim.about(
                WHERE,
                "REP erases almost twice as often as EC",
                2,
                Unit.FACTOR,
                Measure.ratio(Measure.MEAN, Metric.ERASES, rep, ec)));
        return claims;
    }

    private static Claim spread(String scheme, String workload, double printed, Series series) {
        return Claim.about(
                WHERE,
                "the largest erase count is " + Numbers.of(printed, 0) + " times the smallest for " + workload
                        + " under " + scheme,
                printed,
                Unit.FACTOR,
                Measure.of(Measure.MEAN, ChameleonSeries.only(series, workload), WearImbalance::largestOverSmallest));
    }

    static double largestOverSmallest(EmulationResult run) {
        double[] sorted = EmulationCharts.sortedErases(run);
        return sorted[sorted.length - 1] / Math.max(1, sorted[0]);
    }

    @Override
    public void write(Results results, Section section) throws IOException {
        if (workloads.size() < 3) {
            section.paragraph(
                    "The figure also shows prn_0 and proj_0, which the paper says nothing about that a stand-in could be made from;"
                            + " they need the recordings.");
        }
        panel("a", "Figure 1(a): erases by server, REP", rep, results, section);
        panel("b", "Figure 1(b): erases by server, EC", ec, results, section);
    }

    private static void panel(String name, String caption, Series series, Results results, Section section)
            throws IOException {
        Map<String, EmulationResult> lines = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        for (Cell cell : series.cells()) {
            EmulationResult run = results.first(cell);
            lines.put(cell.workload(), run);
            double[] sorted = EmulationCharts.sortedErases(run);
            rows.add(List.of(
                    cell.workload(),
                    Numbers.of(sorted[0], 0),
                    Numbers.of(sorted[sorted.length - 1], 0),
                    Numbers.of(largestOverSmallest(run), 2),
                    Long.toString(run.wear().erases())));
        }
        section.picture("chameleon-1" + name, caption, EmulationCharts.erasesByServer(caption, lines));
        section.table(List.of(series.label(), "smallest", "largest", "ratio", "erases"), rows);
    }
}
