package io.chameleon.lab.ssd.envm;

import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.ssd.envm.simulation.ProcessNode;
import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport.ClassReport;
import io.chameleon.lab.ssd.envm.simulation.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;

/** The paper's Figures 6 to 14 as PNG and SVG. */
final class FindingsCharts {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 450;
    private static final double MIB = 1 << 20;

    private final Findings findings;
    private final Path directory;
    private final List<Path> written = new ArrayList<>();

    private FindingsCharts(Findings findings, Path directory) {
        this.findings = findings;
        this.directory = directory;
    }

    /** Writes the figures and returns the PNGs' paths. */
    static List<Path> write(Findings findings, Path directory) {
        try {
            Files.createDirectories(directory);
            FindingsCharts charts = new FindingsCharts(findings, directory);
            charts.draw();
            return charts.written;
        } catch (IOException e) {
            throw new UncheckedIOException("--figures: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private void draw() throws IOException {
        byTraffic("fig06-data-at-risk", "Fig. 6: modified data in DRAM", "KiB", it -> it.meanBytesAtRisk() / 1_024);
        byTraffic("fig07-read-latency", "Fig. 7: mean read latency", "µs", ClassReport::readMicros);
        byTraffic("fig08-write-latency", "Fig. 8: mean write latency", "µs", ClassReport::writeMicros);
        save(tails(), "fig09-read-tail");
        save(baseWrites(), "fig10-base-flash-writes");
        byTraffic("fig11-flash-writes", "Fig. 11: flash writes a day", "MiB", it -> it.flashBytes() / MIB);
        byTraffic("fig12-envm-writes", "Fig. 12: ENVM writes a day", "MiB", it -> it.envmBytes() / MIB);
        if (findings.magnified().size() > 1) {
            save(magnified("Fig. 13: safe flash writes a busy day", ClassReport::safeBytes), "fig13-safe");
            save(magnified("Fig. 13: critical flash writes a busy day", ClassReport::criticalBytes), "fig13-critical");
        }
        SimulationReport tlc = findings.tlc();
        if (tlc != null) {
            save(latencyBesideTlc(tlc), "fig13c-tlc");
        }
        if (!findings.sizes().isEmpty()) {
            save(
                    technologies(
                            "Fig. 14a: P/E cycles",
                            "cycles",
                            it -> it.technology().cycles(it.process())),
                    "fig14a");
            save(technologies("Fig. 14b: ENVM needed", "% of QLC capacity", it -> 100 * it.envmShare()), "fig14b");
            save(technologies("Fig. 14c: price", "price of QLC alone = 1", Findings.EnvmNeed::price), "fig14c");
        }
    }

    private void byTraffic(String file, String title, String unit, ToDoubleFunction<ClassReport> value)
            throws IOException {
        List<Traffic> classes = classes();
        CategoryChart chart = bars(title, unit);
        for (Scheme scheme : Scheme.values()) {
            chart.addSeries(
                    scheme.title(),
                    classes.stream().map(FindingsCharts::lower).toList(),
                    classes.stream()
                            .map(traffic -> value.applyAsDouble(report(scheme, traffic)))
                            .toList());
        }
        save(chart, file);
    }

    private List<Traffic> classes() {
        return Arrays.stream(Traffic.values())
                .filter(findings.of(Scheme.BASE).classes()::containsKey)
                .toList();
    }

    private ClassReport report(Scheme scheme, Traffic traffic) {
        return findings.of(scheme).classes().getOrDefault(traffic, findings.busy(scheme));
    }

    private XYChart tails() {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Fig. 9: 99 % read latency on busy days")
                .xAxisTitle("request KiB")
                .yAxisTitle("µs")
                .build();
        for (Scheme scheme : Scheme.values()) {
            var p99 = findings.busy(scheme).readP99Micros();
            if (!p99.isEmpty()) {
                chart.addSeries(scheme.title(), List.copyOf(p99.keySet()), List.copyOf(p99.values()));
            }
        }
        return chart;
    }

    private CategoryChart baseWrites() {
        CategoryChart chart = bars("Fig. 10: flash writes a day, base", "MiB");
        chart.getStyler().setStacked(true);
        List<String> names = classes().stream().map(FindingsCharts::lower).toList();
        chart.addSeries("safe", names, of(Scheme.BASE, ClassReport::safeBytes));
        chart.addSeries("critical", names, of(Scheme.BASE, ClassReport::criticalBytes));
        return chart;
    }

    private List<Double> of(Scheme scheme, ToDoubleFunction<ClassReport> bytes) {
        return classes().stream()
                .map(traffic -> bytes.applyAsDouble(report(scheme, traffic)) / MIB)
                .toList();
    }

    private CategoryChart magnified(String title, ToDoubleFunction<ClassReport> bytes) {
        CategoryChart chart = bars(title, "MiB");
        List<String> factors =
                findings.magnified().keySet().stream().map(it -> it + "X").toList();
        for (Scheme scheme : Scheme.values()) {
            List<Double> values = new ArrayList<>();
            findings.magnified().forEach((_, reports) -> {
                SimulationReport report = reports.get(scheme);
                values.add(report == null ? 0 : bytes.applyAsDouble(report.busy()) / MIB);
            });
            chart.addSeries(scheme.title(), factors, values);
        }
        return chart;
    }

    private CategoryChart latencyBesideTlc(SimulationReport tlc) {
        CategoryChart chart = bars("Fig. 13c: mean latency on busy days", "µs");
        List<String> names = new ArrayList<>(List.of("TLC alone"));
        List<Double> reads = new ArrayList<>(List.of(tlc.busy().readMicros()));
        List<Double> writes = new ArrayList<>(List.of(tlc.busy().writeMicros()));
        for (Scheme scheme : Scheme.values()) {
            names.add("QLC, " + scheme.title());
            reads.add(findings.busy(scheme).readMicros());
            writes.add(findings.busy(scheme).writeMicros());
        }
        chart.addSeries("read", names, reads);
        chart.addSeries("write", names, writes);
        return chart;
    }

    private CategoryChart technologies(String title, String unit, ToDoubleFunction<Findings.EnvmNeed> value) {
        CategoryChart chart = bars(title, unit);
        for (ProcessNode process : ProcessNode.values()) {
            List<Findings.EnvmNeed> needs = findings.sizes().stream()
                    .filter(it -> it.process() == process)
                    .toList();
            chart.addSeries(
                    process.title(),
                    needs.stream().map(it -> it.technology().name()).toList(),
                    needs.stream()
                            .map(value::applyAsDouble)
                            .map(it -> Double.isNaN(it) ? 0.0 : it)
                            .toList());
        }
        return chart;
    }

    private static CategoryChart bars(String title, String unit) {
        return new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(unit)
                .build();
    }

    private static String lower(Traffic traffic) {
        return traffic.name().toLowerCase(Locale.ROOT);
    }

    private void save(Chart<?, ?> chart, String name) throws IOException {
        written.add(ChartFiles.save(chart, directory.resolve(name)));
    }
}
