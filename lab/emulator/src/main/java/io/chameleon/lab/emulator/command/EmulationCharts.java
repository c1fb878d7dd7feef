package io.chameleon.lab.emulator.command;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of runs; each takes labels and their data, in the order of the legend. */
public final class EmulationCharts {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 480;

    private EmulationCharts() {}

    /** Bars with error bars. */
    public record Bars(List<Double> values, @Nullable List<Double> errors) {}

    public static CategoryChart bars(String title, String unit, List<String> groups, Map<String, Bars> series) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(unit)
                .build();
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        series.forEach((label, bars) -> {
            if (bars.errors() == null) {
                chart.addSeries(label, groups, bars.values());
            } else {
                chart.addSeries(label, groups, bars.values(), bars.errors());
            }
        });
        return chart;
    }

    public static XYChart lines(String title, String x, String y) {
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

    public static void line(XYChart chart, String label, double[] x, double[] y) {
        if (x.length > 0) {
            chart.addSeries(label, x, y).setMarker(SeriesMarkers.NONE);
        }
    }

    /** Chameleon, Figure 1: servers from the least to the most worn. */
    public static XYChart erasesByServer(String title, Map<String, EmulationResult> runs) {
        XYChart chart = lines(title, "servers, by erases", "erases");
        runs.forEach((label, run) -> line(chart, label, counted(run.servers().size()), sortedErases(run)));
        return chart;
    }

    public static double[] sortedErases(EmulationResult run) {
        double[] erases = run.servers().stream().mapToDouble(ServerEnd::erases).toArray();
        Arrays.sort(erases);
        return erases;
    }

    public static XYChart sigmaOverEpochs(String title, Map<String, EmulationResult> runs) {
        XYChart chart = lines(title, "epoch", "σ of erases");
        runs.forEach((label, run) -> line(
                chart,
                label,
                counted(run.epochs().size()),
                run.epochs().stream().mapToDouble(EpochEnd::sigma).toArray()));
        return chart;
    }

    /** Chameleon, Figure 8: share of the data in each state; the two EWO states in one, as there. */
    public static XYChart states(String title, EmulationResult run) {
        XYChart chart = lines(title, "epoch", "% of the data");
        states(run).forEach((state, shares) -> line(chart, state, counted(shares.length), shares));
        return chart;
    }

    /** Percent of the data at the ends of the epochs, by state; EWO is both of its states. */
    public static Map<String, double[]> states(EmulationResult run) {
        Map<String, double[]> shares = new LinkedHashMap<>();
        shares.put("REP", shares(run, RedundancyState.REP));
        shares.put("EC", shares(run, RedundancyState.EC));
        shares.put("late REP", shares(run, RedundancyState.LATE_REP));
        shares.put("late EC", shares(run, RedundancyState.LATE_EC));
        shares.put("EWO", shares(run, RedundancyState.REP_EWO, RedundancyState.EC_EWO));
        return shares;
    }

    private static double[] shares(EmulationResult run, RedundancyState... states) {
        return run.epochs().stream()
                .mapToDouble(epoch -> {
                    double all = epoch.bytesByState().values().stream()
                            .mapToDouble(Long::doubleValue)
                            .sum();
                    double some = Arrays.stream(states)
                            .mapToDouble(state -> epoch.bytesByState().getOrDefault(state, 0L))
                            .sum();
                    return all == 0 ? 0 : some / all * 100;
                })
                .toArray();
    }

    private static double[] counted(int count) {
        return IntStream.rangeClosed(1, count).mapToDouble(i -> i).toArray();
    }

    static List<Double> boxed(DoubleStream values) {
        return values.boxed().toList();
    }
}
