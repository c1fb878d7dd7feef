package io.chameleon.lab.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.common.ReportFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A result as a directory: report.html, result.json, and plots of throughput and latency as PNG and SVG. */
final class HtmlReport {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;
    /** Up to the 99.99th percentile, in steps that look equal on a logarithmic axis of 1 / (1 - p). */
    private static final double LAST_NINES = 4;

    private static final int STEPS_PER_NINE = 20;

    private final Result result;
    private final Path directory;
    private final Document document = new Document("chameleon bench");

    HtmlReport(Result result, Path directory) {
        this.result = result;
        this.directory = directory;
    }

    /**
     * @param command that reproduces it
     */
    void write(String command) {
        try {
            Files.createDirectories(directory);
            ReportFiles.write(
                    directory.resolve("result.json"),
                    JsonMapper.builder().build().writeValueAsBytes(ResultJson.of(result)));
            document.paragraph("`" + command + "`").paragraph(result.plan().describe());
            document.table(ResultText.HEADER, ResultText.rows(result));
            ResultText.notes(result).forEach(document::paragraph);
            pictures();
            ReportFiles.write(directory.resolve("report.html"), document.html());
        } catch (IOException e) {
            throw new CommandFailure("--report: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private void pictures() throws IOException {
        if (!result.course().isEmpty()) {
            XYChart throughput = chart("Throughput", "seconds", "operations per second");
            line(throughput, "all", Result.Second::operationsPerSecond);
            picture("throughput", throughput);
            XYChart latency = chart("Latency over time", "seconds", "ms");
            line(latency, "median", Result.Second::medianMillis);
            line(latency, "p99", Result.Second::p99Millis);
            picture("latency-over-time", latency);
        }
        if (result.operations() > 0) {
            XYChart percentiles = chart("Latency by percentile", "1 / (1 - percentile): 10 is p90, 100 is p99", "ms");
            percentiles.getStyler().setXAxisLogarithmic(true);
            result.times().forEach((operation, times) -> percentiles(percentiles, operation.label(), times));
            picture("latency-by-percentile", percentiles);
        }
    }

    private void line(XYChart chart, String label, ToDoubleFunction<Result.Second> value) {
        List<Result.Second> course = result.course();
        chart.addSeries(
                        label,
                        course.stream().mapToDouble(Result.Second::at).toArray(),
                        course.stream().mapToDouble(value).toArray())
                .setMarker(SeriesMarkers.NONE);
    }

    private static void percentiles(XYChart chart, String label, Histogram micros) {
        int steps = (int) (LAST_NINES * STEPS_PER_NINE) + 1;
        double[] x = new double[steps];
        double[] y = new double[steps];
        for (int i = 0; i < steps; i++) {
            x[i] = Math.pow(10, (double) i / STEPS_PER_NINE);
            y[i] = micros.getValueAtPercentile(100 * (1 - 1 / x[i])) / 1000.0;
        }
        chart.addSeries(label, x, y).setMarker(SeriesMarkers.NONE);
    }

    private void picture(String file, XYChart chart) throws IOException {
        Path unused = ChartFiles.save(chart, directory.resolve(file));
        document.picture(file + ".svg", chart.getTitle());
    }

    private static XYChart chart(String title, String x, String y) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        return chart;
    }
}
