package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.wear.WearModel;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.command.EmulationCharts;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Setup;
import io.chameleon.lab.papers.figure.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

/** EDM, Figure 3: valid share of the victims against utilisation, measured and by Equations 2 and 3. */
final class EdmVictims implements Figure {
    private static final int SERVERS = 20;
    private static final List<Double> UTILISATIONS = List.of(0.4, 0.55, 0.7, 0.85);
    /** The figure's u is of the physical space; ours of the logical one, 15 % less. */
    private static final double LOGICAL_SHARE = 0.85;

    @Override
    public String id() {
        return "edm-3";
    }

    @Override
    public String title() {
        return "EDM, Figure 3: valid pages of victims and utilisation";
    }

    @Override
    public List<Cell> cells() {
        return EdmSeries.THREE.stream()
                .flatMap(workload -> cells(workload).stream())
                .toList();
    }

    private static List<Cell> cells(String workload) {
        return UTILISATIONS.stream()
                .map(share -> Cell.of(workload, "none", RedundancyPolicy.EC, Setup.edm(SERVERS, share)))
                .toList();
    }

    @Override
    public List<Claim> claims() {
        return List.of(Claim.atMost(
                "EDM, Fig. 3",
                "Eq. 3 with σ = 0.28 matches the three traces up to a utilisation of 0.85 (mean distance of u_r, as read from the figure)",
                0.1,
                Unit.FACTOR,
                (results, seed) -> cells().stream()
                        .flatMap(cell -> results.of(cell, seed).servers().stream())
                        .filter(server -> server.victimUtilisation() > 0)
                        .mapToDouble(server -> Math.abs(server.victimUtilisation()
                                - WearModel.victimUtilisation(
                                        server.utilisation() * LOGICAL_SHARE, WearModel.EDM_SIGMA)))
                        .average()
                        .orElse(Double.NaN)));
    }

    @Override
    public void write(Results results, Section section) throws IOException {
        String caption = "Figure 3: valid share of victims by utilisation";
        XYChart chart = EmulationCharts.lines(caption, "u, live share of the physical pages", "u_r");
        double[] u = IntStream.rangeClosed(20, 95)
                .mapToDouble(percent -> percent / 100.0)
                .toArray();
        curve(chart, "Eq. 2", u, 0);
        curve(chart, "Eq. 3, σ = 0.28", u, WearModel.EDM_SIGMA);
        List<List<String>> rows = new ArrayList<>();
        for (String workload : EdmSeries.THREE) {
            List<ServerEnd> servers = cells(workload).stream()
                    .flatMap(cell -> results.first(cell).servers().stream())
                    .filter(server -> server.victimUtilisation() > 0)
                    .sorted(Comparator.comparingDouble(ServerEnd::utilisation))
                    .toList();
            if (!servers.isEmpty()) {
                XYSeries series = chart.addSeries(
                        workload,
                        servers.stream()
                                .mapToDouble(server -> server.utilisation() * LOGICAL_SHARE)
                                .toArray(),
                        servers.stream()
                                .mapToDouble(ServerEnd::victimUtilisation)
                                .toArray());
                series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
            }
            for (Cell cell : cells(workload)) {
                rows.add(row(cell, results.first(cell)));
            }
        }
        section.paragraph(
                "`random`, the figure's fourth trace, is the uniform case of `chameleon simssd theory`, which meets Eq. 2's purpose.");
        section.picture("edm-3", caption, chart);
        section.table(List.of("workload", "u, physical", "u_r measured", "by Eq. 2", "by Eq. 3"), rows);
    }

    private static void curve(XYChart chart, String label, double[] u, double sigma) {
        double[] shares = IntStream.range(0, u.length)
                .mapToDouble(i -> WearModel.victimUtilisation(u[i], sigma))
                .toArray();
        EmulationCharts.line(chart, label, u, shares);
    }

    private static List<String> row(Cell cell, EmulationResult run) {
        double u = run.servers().stream()
                        .mapToDouble(ServerEnd::utilisation)
                        .average()
                        .orElse(0)
                * LOGICAL_SHARE;
        double measured = run.servers().stream()
                .mapToDouble(ServerEnd::victimUtilisation)
                .filter(share -> share > 0)
                .average()
                .orElse(Double.NaN);
        return List.of(
                cell.workload(),
                Numbers.of(u, 2),
                Numbers.of(measured, 3),
                Numbers.of(WearModel.victimUtilisation(u, 0), 3),
                Numbers.of(WearModel.victimUtilisation(u, WearModel.EDM_SIGMA), 3));
    }
}
