package io.chameleon.lab.chaos;

import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Acknowledged operations over the time of a run. */
final class OperationsChart {
    private static final long INTERVAL_NANOS = 5_000_000_000L;

    private OperationsChart() {}

    static XYChart of(ChaosResult result) {
        XYChart chart = new XYChartBuilder()
                .width(1100)
                .height(400)
                .title("Acknowledged operations")
                .xAxisTitle("s")
                .yAxisTitle("operations/s")
                .build();
        series(chart, "reads", result.reads());
        series(chart, "writes", result.writes());
        return chart;
    }

    private static void series(XYChart chart, String name, Timeline line) {
        long[] counts = line.perInterval(INTERVAL_NANOS);
        double[] seconds = new double[counts.length];
        double[] rates = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            seconds[i] = i * INTERVAL_NANOS / 1e9;
            rates[i] = counts[i] * 1e9 / INTERVAL_NANOS;
        }
        chart.addSeries(name, seconds, rates).setMarker(SeriesMarkers.NONE);
    }
}
