package io.chameleon.lab.emulator.command;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.common.ChartFiles;
import io.chameleon.lab.common.Csv;
import io.chameleon.lab.common.Document;
import io.chameleon.lab.common.ReportFiles;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.command.Comparison.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.internal.chartpart.Chart;

/** Finished runs as a directory: report.md, results.csv, results.json and charts. */
final class ComparisonReport {
    private final Comparison comparison;
    private final Path directory;
    private final Document document = new Document("Wear policies on a virtual cluster");

    ComparisonReport(Comparison comparison, Path directory) {
        this.comparison = comparison;
        this.directory = directory;
    }

    void write(String command) {
        try {
            Files.createDirectories(directory);
            ReportFiles.write(directory.resolve("results.csv"), Csv.of(ComparisonJson.csv(comparison)));
            ReportFiles.write(
                    directory.resolve("results.json"),
                    JsonMapper.builder().build().writeValueAsBytes(ComparisonJson.of(comparison)));
            document.paragraph("`" + command + "`");
            picture("sigma-by-scheme", "σ of erases by scheme", sigma());
            ComparisonText text = new ComparisonText(comparison);
            for (String workload : comparison.workloads()) {
                document.heading(2, text.title(workload)).table(text.header(), text.rows(workload));
                pictures(workload);
            }
            document.paragraph(ComparisonText.LEGEND);
            ReportFiles.write(directory.resolve("report.md"), document.markdown());
        } catch (IOException e) {
            throw new CommandFailure("--report: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private void pictures(String workload) throws IOException {
        Map<String, EmulationResult> first = new LinkedHashMap<>();
        for (Group group : comparison.groups(workload)) {
            Run run = group.first().run();
            first.put(
                    ComparisonText.name(run) + " on " + run.scheme().initial(),
                    group.first().result());
        }
        String file = fileName(workload);
        picture(
                "erases-by-server-" + file,
                "erases by server",
                EmulationCharts.erasesByServer("Erases by server, " + workload, first));
        picture(
                "sigma-over-epochs-" + file,
                "σ over epochs",
                EmulationCharts.sigmaOverEpochs("σ of erases over time, " + workload, first));
        for (Map.Entry<String, EmulationResult> run : first.entrySet()) {
            if (Metric.MOVES.of(run.getValue()) > 0) {
                String title = "Data by state, " + run.getKey() + ", " + workload;
                picture(
                        "states-" + file + "-" + fileName(run.getKey()),
                        title,
                        EmulationCharts.states(title, run.getValue()));
            }
        }
    }

    private Chart<?, ?> sigma() {
        List<String> workloads = comparison.workloads();
        Map<String, Map<String, Interval>> byScheme = new LinkedHashMap<>();
        for (String workload : workloads) {
            for (Group group : comparison.groups(workload)) {
                byScheme.computeIfAbsent(ComparisonText.name(group.first().run()), name -> new LinkedHashMap<>())
                        .putIfAbsent(workload, group.value(Metric.SIGMA));
            }
        }
        Map<String, EmulationCharts.Bars> series = new LinkedHashMap<>();
        byScheme.forEach((scheme, sigmas) -> {
            List<Double> means = new ArrayList<>();
            List<Double> errors = new ArrayList<>();
            for (String workload : workloads) {
                Interval sigma = sigmas.getOrDefault(workload, Interval.of(0));
                means.add(sigma.mean());
                errors.add(sigma.isKnown() ? sigma.halfWidth() : 0.0);
            }
            series.put(scheme, new EmulationCharts.Bars(means, errors));
        });
        return EmulationCharts.bars("Standard deviation of erases over servers", "σ of erases", workloads, series);
    }

    private void picture(String file, String caption, Chart<?, ?> chart) throws IOException {
        ChartFiles.save(chart, directory.resolve(file));
        document.picture(file + ".svg", caption);
    }

    private static String fileName(String text) {
        return text.replaceAll("[^A-Za-z0-9.=-]+", "-");
    }
}
