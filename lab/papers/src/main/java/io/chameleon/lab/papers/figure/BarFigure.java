package io.chameleon.lab.papers.figure;

import io.chameleon.lab.emulator.command.EmulationCharts;
import io.chameleon.lab.emulator.command.EmulationCharts.Bars;
import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A figure of bars: workloads side by side, a bar for each scheme.
 *
 * @param bar what the bars show
 * @param error what their error bars show; null for the 95 % interval over the seeds
 * @param tables what the tables below show, one for each
 */
public record BarFigure(
        String id,
        String title,
        Metric bar,
        @Nullable Metric error,
        List<Metric> tables,
        List<Panel> panels,
        List<Claim> claims)
        implements Figure {

    /**
     * One picture.
     *
     * @param reference what the bars are divided by, workload by workload; null for none
     */
    public record Panel(
            String name,
            String caption,
            List<Series> series,
            @Nullable Series reference) {
        /** Over the seeds. */
        private Interval value(Results results, Series of, int workload, Metric metric) {
            Series by = reference;
            return Interval.of(IntStream.range(0, results.seeds())
                    .mapToDouble(seed -> {
                        double value = metric.of(results.of(of.cells().get(workload), seed));
                        return by == null
                                ? value
                                : value / metric.of(results.of(by.cells().get(workload), seed));
                    })
                    .toArray());
        }
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Panel panel : panels) {
            panel.series().forEach(series -> cells.addAll(series.cells()));
            Series reference = panel.reference();
            if (reference != null) {
                cells.addAll(reference.cells());
            }
        }
        return cells;
    }

    @Override
    public void write(Results results, Section section) throws IOException {
        for (Panel panel : panels) {
            List<String> workloads = panel.series().getFirst().workloads();
            Map<String, Bars> bars = new LinkedHashMap<>();
            for (Series series : panel.series()) {
                bars.put(series.label(), bars(results, panel, series));
            }
            String unit = panel.reference() == null ? bar.title() : bar.title() + ", normalised";
            section.picture(
                    id + panel.name(), panel.caption(), EmulationCharts.bars(panel.caption(), unit, workloads, bars));
            for (Metric metric : tables) {
                table(results, panel, metric, section);
            }
        }
    }

    private Bars bars(Results results, Panel panel, Series series) {
        List<Double> values = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        for (int workload = 0; workload < series.cells().size(); workload++) {
            Interval value = panel.value(results, series, workload, bar);
            Metric errorBar = error;
            values.add(value.mean());
            errors.add(
                    errorBar != null
                            ? panel.value(results, series, workload, errorBar).mean()
                            : value.isKnown() ? value.halfWidth() : 0);
        }
        return new Bars(values, errors);
    }

    private void table(Results results, Panel panel, Metric metric, Section section) {
        List<String> workloads = panel.series().getFirst().workloads();
        List<String> header =
                new ArrayList<>(List.of(metric.key() + (panel.reference() == null ? "" : ", normalised")));
        panel.series().forEach(series -> header.add(series.label()));
        int digits = panel.reference() == null ? metric.digits() : 3;
        List<List<String>> rows = new ArrayList<>();
        for (int workload = 0; workload < workloads.size(); workload++) {
            List<String> row = new ArrayList<>(List.of(workloads.get(workload)));
            for (Series series : panel.series()) {
                row.add(Numbers.of(panel.value(results, series, workload, metric), digits));
            }
            rows.add(row);
        }
        section.table(header, rows);
    }
}
