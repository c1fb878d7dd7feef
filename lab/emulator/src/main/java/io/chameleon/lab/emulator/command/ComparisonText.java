package io.chameleon.lab.emulator.command;

import io.chameleon.cli.output.TextTable;
import io.chameleon.lab.emulator.command.Comparison.Finished;
import io.chameleon.lab.emulator.command.Comparison.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finished runs as tables: one for each workload, with a row for each scheme, and one for its mean over several seeds.
 */
final class ComparisonText {
    static final String LEGEND =
            "σ: standard deviation of the erases over servers. PAGE µs: device time of a page write, collection included. QUEUED P99: of write"
                    + " requests, waiting included. SPREAD: live pages, fullest server over mean. Percentages: against the scheme that"
                    + " balances nothing and starts the same.";

    private record Column(Metric metric, boolean compared) {}

    private static final List<Column> COLUMNS = List.of(
            new Column(Metric.SIGMA, true),
            new Column(Metric.MEAN, false),
            new Column(Metric.CV, false),
            new Column(Metric.ERASES, true),
            new Column(Metric.WRITE_AMPLIFICATION, false),
            new Column(Metric.PAGE_LATENCY, true),
            new Column(Metric.QUEUED_P99, true),
            new Column(Metric.LIVE_PAGE_SPREAD, false),
            new Column(Metric.MOVES, false),
            new Column(Metric.BALANCE_BYTES, false));

    private final Comparison comparison;

    ComparisonText(Comparison comparison) {
        this.comparison = comparison;
    }

    String text() {
        return comparison.workloads().stream()
                .map(workload -> title(workload) + "\n" + table(workload))
                .collect(Collectors.joining("\n\n", "", "\n\n" + LEGEND));
    }

    String title(String workload) {
        Finished first = comparison.groups(workload).getFirst().first();
        int epochs = first.result().epochs().size();
        return workload + (first.result().synthetic() ? " (synthetic)" : " (recording)") + ", "
                + first.run().cluster().servers() + " servers, filled to "
                + first.run().cluster().utilisation() + ", " + epochs + " epochs";
    }

    private TextTable table(String workload) {
        TextTable table = new TextTable(header().toArray(String[]::new));
        rows(workload).forEach(row -> table.row(row.toArray()));
        return table;
    }

    List<String> header() {
        List<String> header = new ArrayList<>(List.of("SCHEME", "INITIAL", "SEED"));
        for (Column column : COLUMNS) {
            header.add(column.metric().title());
            if (column.compared()) {
                header.add("");
            }
        }
        return header;
    }

    List<List<String>> rows(String workload) {
        List<List<String>> rows = new ArrayList<>();
        for (Group group : comparison.groups(workload)) {
            for (Finished one : group.runs()) {
                rows.add(row(new Group(List.of(one)), Long.toString(one.run().seed())));
            }
            if (group.runs().size() > 1) {
                rows.add(row(group, "mean"));
            }
        }
        return rows;
    }

    private List<String> row(Group group, String seed) {
        Run run = group.first().run();
        List<String> row =
                new ArrayList<>(List.of(name(run), run.scheme().initial().name(), seed));
        for (Column column : COLUMNS) {
            row.add(Numbers.of(group.value(column.metric()), column.metric().digits()));
            if (column.compared()) {
                Optional<Interval> change =
                        run.scheme().isBaseline() ? Optional.empty() : comparison.change(group, column.metric());
                row.add(change.map(Numbers::percent).orElse("-"));
            }
        }
        return row;
    }

    /** The scheme, and the settings given for it. */
    static String name(Run run) {
        return run.settings().entrySet().stream()
                .map(Map.Entry::toString)
                .collect(Collectors.joining(" ", run.scheme().name() + " ", ""))
                .strip();
    }
}
