package io.chameleon.lab.demo;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.wear.WearReport;
import io.chameleon.lab.common.ChartFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The pictures of a demo: wear per server and σ over the epochs under each policy, and objects per state under each
 * but none.
 */
final class Charts {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 450;

    private Charts() {}

    /** Writes PNG and SVG files and returns their paths. */
    static List<Path> write(Report report, Path directory) {
        try {
            Files.createDirectories(directory);
            List<Path> charts = new ArrayList<>();
            charts.add(ChartFiles.save(wear(report), directory.resolve("wear-per-server")));
            charts.add(ChartFiles.save(sigma(report), directory.resolve("sigma-over-epochs")));
            for (PassResult pass : report.balanced()) {
                charts.add(ChartFiles.save(states(pass), directory.resolve("states-over-epochs-" + pass.policy())));
            }
            return charts;
        } catch (IOException e) {
            throw new UncheckedIOException("--report: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private static CategoryChart wear(Report report) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Block erases per server")
                .yAxisTitle("erases")
                .build();
        for (PassResult pass : report.passes()) {
            chart.addSeries(
                    pass.policy(),
                    pass.wear().stream().map(wear -> wear.server().value()).toList(),
                    pass.wear().stream().map(WearReport::erases).toList());
        }
        chart.getStyler().setXAxisLabelRotation(30);
        return chart;
    }

    private static XYChart sigma(Report report) {
        XYChart chart = lines("Standard deviation of erases", "erases");
        for (PassResult pass : report.passes()) {
            double[] sigma =
                    pass.epochs().stream().mapToDouble(PassResult.Epoch::sigma).toArray();
            chart.addSeries(pass.policy(), epochs(pass), sigma).setMarker(SeriesMarkers.NONE);
        }
        return chart;
    }

    private static XYChart states(PassResult pass) {
        XYChart chart = lines("Objects per redundancy state, " + pass.policy(), "objects");
        for (RedundancyState state : RedundancyState.values()) {
            double[] objects = pass.epochs().stream()
                    .mapToDouble(epoch -> epoch.states().getOrDefault(state, 0L))
                    .toArray();
            chart.addSeries(state.name(), epochs(pass), objects).setMarker(SeriesMarkers.NONE);
        }
        return chart;
    }

    private static XYChart lines(String title, String unit) {
        return new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle("epoch")
                .yAxisTitle(unit)
                .build();
    }

    private static double[] epochs(PassResult pass) {
        return IntStream.rangeClosed(1, pass.epochs().size()).asDoubleStream().toArray();
    }
}
