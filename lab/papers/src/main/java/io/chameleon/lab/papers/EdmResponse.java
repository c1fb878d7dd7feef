package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.emulator.command.EmulationCharts;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Claim;
import io.chameleon.lab.papers.figure.Figure;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;

/** EDM, Figure 7: response time over time while objects are moved. */
final class EdmResponse implements Figure {
    private static final Map<String, String> SCHEMES = schemes();

    private static Map<String, String> schemes() {
        Map<String, String> schemes = new LinkedHashMap<>();
        schemes.put("none", "baseline");
        schemes.put("edm-hdf", "EDM-HDF");
        schemes.put("edm-cdf", "EDM-CDF");
        return schemes;
    }

    @Override
    public String id() {
        return "edm-7";
    }

    @Override
    public String title() {
        return "EDM, Figure 7: mean response time during migration";
    }

    @Override
    public List<Cell> cells() {
        return EdmSeries.THREE.stream()
                .flatMap(workload -> SCHEMES.keySet().stream().map(scheme -> cell(workload, scheme)))
                .toList();
    }

    private static Cell cell(String workload, String scheme) {
        return Cell.of(workload, scheme, RedundancyPolicy.EC, Setup.edm(20));
    }

    /** The text states no number. */
    @Override
    public List<Claim> claims() {
        return List.of();
    }

    @Override
    public void write(Results results, Section section) throws IOException {
        section.paragraph(
                "The paper moves objects once, in the middle of the replay; here every epoch may (reading 27). Of each run: the mean response"
                        + " time of writes, waiting included, and that of its slowest epoch, µs.");
        List<List<String>> rows = new ArrayList<>();
        for (String workload : EdmSeries.THREE) {
            String caption = "Figure 7: response time of writes, " + workload;
            XYChart chart = EmulationCharts.lines(caption, "epoch", "µs");
            for (Map.Entry<String, String> scheme : SCHEMES.entrySet()) {
                double[] latency = results.first(cell(workload, scheme.getKey())).epochs().stream()
                        .mapToDouble(EpochEnd::writeLatencyUs)
                        .toArray();
                double[] epochs = IntStream.rangeClosed(1, latency.length)
                        .mapToDouble(i -> i)
                        .toArray();
                EmulationCharts.line(chart, scheme.getValue(), epochs, latency);
                rows.add(List.of(
                        workload,
                        scheme.getValue(),
                        Numbers.of(
                                IntStream.range(0, latency.length)
                                        .mapToDouble(i -> latency[i])
                                        .average()
                                        .orElse(0),
                                0),
                        Numbers.of(
                                IntStream.range(0, latency.length)
                                        .mapToDouble(i -> latency[i])
                                        .max()
                                        .orElse(0),
                                0)));
            }
            section.picture("edm-7-" + workload, caption, chart);
        }
        section.table(List.of("workload", "scheme", "mean of epochs", "slowest epoch"), rows);
    }
}
