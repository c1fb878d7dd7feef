package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.emulator.command.Metric;
import io.chameleon.lab.emulator.command.Numbers;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Results;
import io.chameleon.lab.papers.figure.Section;
import io.chameleon.lab.papers.figure.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The values of each rival's threshold that were tried, and their outcomes: one table for each rival. */
final class RivalGrid {
    static final String TITLE = "The rivals' thresholds";

    private RivalGrid() {}

    /** Whether any rival ran. */
    static boolean isNeeded(Results results) {
        return Tuning.ALL.stream().anyMatch(tuning -> !cells(tuning, results).isEmpty());
    }

    static void write(Results results, Section section) {
        section.paragraph(
                "The papers leave these thresholds open. Each rival ran with each value; every figure and table above shows, on each"
                        + " workload, the value with the lowest σ, as a mean over the seeds. Of each value: σ of erases, and moves.");
        for (Tuning tuning : Tuning.ALL) {
            List<Cell> cells = cells(tuning, results);
            if (!cells.isEmpty()) {
                section.table(header(tuning), rows(tuning, cells, results));
            }
        }
    }

    /** Those with the preset value. */
    private static List<Cell> cells(Tuning tuning, Results results) {
        return results.byCell().keySet().stream()
                .filter(cell -> cell.scheme().name().equals(tuning.scheme()))
                .filter(cell -> !cell.knobs().containsKey(tuning.knob()))
                .toList();
    }

    private static List<String> header(Tuning tuning) {
        return Stream.of(
                        Stream.of(tuning.scheme() + " on", "start", "setup", "best"),
                        tuning.values().stream().map(value -> tuning.knob() + " " + value))
                .flatMap(part -> part)
                .toList();
    }

    private static List<List<String>> rows(Tuning tuning, List<Cell> cells, Results results) {
        List<List<String>> rows = new ArrayList<>();
        for (Cell cell : cells) {
            Cell best = results.best(cell);
            List<String> row = new ArrayList<>(List.of(
                    cell.workload(),
                    cell.scheme().initial().toString(),
                    cell.setup().name(),
                    best.knobs().getOrDefault(tuning.knob(), tuning.preset())));
            for (String value : tuning.values()) {
                List<EmulationResult> runs = results.exactly(tuning.cell(cell, value));
                row.add(text(Metric.SIGMA, runs) + ", " + text(Metric.MOVES, runs));
            }
            rows.add(row);
        }
        return rows;
    }

    private static String text(Metric metric, List<EmulationResult> runs) {
        return Numbers.of(Interval.of(runs.stream().mapToDouble(metric::of).toArray()), metric.digits());
    }
}
