package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.command.EmulationCharts;
import io.chameleon.lab.emulator.command.EmulationCharts.Bars;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** EDM, Figure 1: erases and pages written of each SSD if nothing balances. */
final class EdmWear implements Figure {
    private static final int SERVERS = 20;

    private final Series baseline = Series.of("none", RedundancyPolicy.EC, Setup.edm(SERVERS), EdmSeries.THREE);

    @Override
    public String id() {
        return "edm-1";
    }

    @Override
    public String title() {
        return "EDM, Figure 1: erase count and write pages on different SSDs";
    }

    @Override
    public List<Cell> cells() {
        return baseline.cells();
    }

    /** The text states no number. */
    @Override
    public List<Claim> claims() {
        return List.of();
    }

    @Override
    public void write(Results results, Section section) throws IOException {
        section.paragraph(EdmSeries.STAND_INS);
        panel(results, section, "a", "Figure 1(a): erases of each SSD", ServerEnd::erases);
        panel(results, section, "b", "Figure 1(b): pages written to each SSD", ServerEnd::hostPages);
        List<List<String>> rows = new ArrayList<>();
        for (Cell cell : baseline.cells()) {
            EmulationResult run = results.first(cell);
            double[] sorted = EmulationCharts.sortedErases(run);
            rows.add(List.of(
                    cell.workload(),
                    Numbers.of(sorted[0], 0),
                    Numbers.of(sorted[sorted.length - 1], 0),
                    Numbers.of(Metric.CV.of(run), 3),
                    Numbers.of(correlation(run), 3)));
        }
        section.paragraph(
                "The paper says that erases vary widely, most of all for home02 and lair62, and that an SSD with more erases mostly has more"
                        + " pages written, but not always: the last column is the correlation of the two.");
        section.table(
                List.of("workload", "fewest erases", "most erases", "CV", "correlation with pages written"), rows);
    }

    private void panel(Results results, Section section, String name, String caption, ToDoubleFunction<ServerEnd> value)
            throws IOException {
        Map<String, Bars> bars = new LinkedHashMap<>();
        List<String> servers = List.of();
        for (Cell cell : baseline.cells()) {
            List<ServerEnd> ends = results.first(cell).servers();
            servers = ends.stream().map(ServerEnd::server).toList();
            bars.put(
                    cell.workload(),
                    new Bars(ends.stream().mapToDouble(value).boxed().toList(), null));
        }
        section.picture("edm-1" + name, caption, EmulationCharts.bars(caption, "per SSD", servers, bars));
    }

    /** Pearson's, of erases and pages written; NaN if either is the same everywhere. */
    static double correlation(EmulationResult run) {
        double n = run.servers().size();
        double x = 0;
        double y = 0;
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (ServerEnd server : run.servers()) {
            x += server.erases();
            y += server.hostPages();
            xx += (double) server.erases() * server.erases();
            yy += (double) server.hostPages() * server.hostPages();
            xy += (double) server.erases() * server.hostPages();
        }
        return (n * xy - x * y) / Math.sqrt((n * xx - x * x) * (n * yy - y * y));
    }
}
