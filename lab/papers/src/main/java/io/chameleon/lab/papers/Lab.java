package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.command.Epochs;
import io.chameleon.lab.emulator.command.Run;
import io.chameleon.lab.emulator.command.Settings;
import io.chameleon.lab.papers.figure.Cell;
import io.chameleon.lab.papers.figure.Results;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns cells into runs, and the outcomes of runs into results. */
public final class Lab {
    private final Effort effort;

    public Lab(Effort effort) {
        this.effort = effort;
    }

    /** Every cell, with every value of a rival's threshold, with every seed. */
    public List<Run> runs(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.alternatives().stream())
                .distinct()
                .flatMap(cell -> effort.seeds().stream().map(seed -> run(cell, seed)))
                .toList();
    }

    Results results(List<Cell> cells, Map<Run, EmulationResult> finished) {
        Map<Cell, List<EmulationResult>> byCell = new LinkedHashMap<>();
        cells.stream()
                .flatMap(cell -> cell.alternatives().stream())
                .forEach(cell -> byCell.computeIfAbsent(
                        cell,
                        one -> effort.seeds().stream()
                                .map(seed -> finished.get(run(one, seed)))
                                .toList()));
        return new Results(effort.seeds().size(), byCell);
    }

    private Run run(Cell cell, long seed) {
        return new Run(
                effort.source(cell.workload(), seed),
                cell.scheme(),
                cell.knobs(),
                Settings.config(cell.scheme().initial(), cell.knobs()),
                cell.setup().cluster(cell.scheme().initial(), effort.servers()),
                Epochs.AUTOMATIC,
                EmulationSpec.DEFAULT_CANDIDATES,
                0,
                seed);
    }
}
