package io.chameleon.lab.ssd;

import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.ssd.workload.Lifetime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The pictures of Figures 1 to 3, a panel each. */
final class FigureCharts {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 550;

    private record Panel(String name, Predicate<WearCurve> curves) {}

    private static final List<Panel> WEAR_PANELS = List.of(
            new Panel("a", curve -> curve.setting().swaps() && curve.setting().hotProbability() == 0.9),
            new Panel("b", curve -> curve.setting().swaps() && curve.setting().hotProbability() != 0.9),
            new Panel("c", curve -> !curve.setting().swaps()));

    private FigureCharts() {}

    /** Writes PNG and SVG files and returns the paths of the former. */
    static List<Path> write(List<AmplificationCurve> amplification, List<WearCurve> wear, Path directory)
            throws IOException {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, XYChart> chart : charts(amplification, wear).entrySet()) {
            files.add(ChartFiles.save(chart.getValue(), directory.resolve(chart.getKey())));
        }
        return files;
    }

    /** By the names of their files. */
    static Map<String, XYChart> charts(List<AmplificationCurve> amplification, List<WearCurve> wear) {
        Map<String, XYChart> charts = new LinkedHashMap<>();
        for (String panel : List.of("1a", "1b", "1c")) {
            charts.put("figure" + panel, figure1(panel, amplification));
        }
        for (Panel panel : WEAR_PANELS) {
            charts.put(
                    "figure2" + panel.name(),
                    wear("2" + panel.name(), "PE fairness", panel, wear, Lifetime.Point::peFairness));
        }
        for (Panel panel : WEAR_PANELS) {
            charts.put(
                    "figure3" + panel.name(),
                    wear("3" + panel.name(), "endurance, full drive writes", panel, wear, Lifetime.Point::endurance));
        }
        return charts;
    }

    private static XYChart figure1(String panel, List<AmplificationCurve> curves) {
        XYChart chart = chart("Figure " + panel + ", b = 32, S_f = 0.08", "d", "write amplification");
        for (AmplificationCurve curve : curves) {
            if (curve.panel().equals(panel)) {
                chart.addSeries("HCWF, " + curve.name(), curve.choices(), curve.hcwf())
                        .setMarker(SeriesMarkers.CROSS);
                chart.addSeries(
                                "HCWF(swap), d* = " + curve.swapChoices() + ", " + curve.name(),
                                curve.choices(),
                                curve.swap())
                        .setMarker(SeriesMarkers.CIRCLE);
            }
        }
        return chart;
    }

    private static XYChart wear(
            String figure, String what, Panel panel, List<WearCurve> curves, ToDoubleFunction<Lifetime.Point> value) {
        XYChart chart = chart("Figure " + figure + ", f = 1 - r, b = 32, S_f = 0.10", "W_max", what);
        for (WearCurve curve : curves) {
            if (panel.curves().test(curve)) {
                String swap =
                        curve.setting().swaps() ? ", d* = " + curve.setting().swapChoices() : "";
                chart.addSeries(
                                "r = " + curve.setting().hotProbability() + ", d = "
                                        + curve.setting().choices() + swap,
                                curve.points().stream()
                                        .mapToDouble(Lifetime.Point::maxErases)
                                        .toArray(),
                                curve.points().stream().mapToDouble(value).toArray())
                        .setMarker(SeriesMarkers.NONE);
            }
        }
        return chart;
    }

    private static XYChart chart(String title, String x, String y) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        return chart;
    }
}
