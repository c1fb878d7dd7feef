package io.chameleon.lab.papers.figure;

import io.chameleon.lab.emulator.EmulationResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The results of the cells: for each, one per seed, in the order of the seeds. */
public record Results(int seeds, Map<Cell, List<EmulationResult>> byCell) {
    /**
     * A rival's cell with the preset value of its {@link Tuning} stands for the {@link #best} one.
     *
     * @throws IllegalArgumentException if no figure asked for the cell
     */
    public EmulationResult of(Cell cell, int seed) {
        return exactly(best(cell)).get(seed);
    }

    public EmulationResult first(Cell cell) {
        return of(cell, 0);
    }

    /** The alternative with the lowest mean σ; the earliest of several. */
    public Cell best(Cell cell) {
        List<Cell> alternatives = cell.alternatives();
        return alternatives.size() == 1
                ? cell
                : alternatives.stream()
                        .min(Comparator.comparingDouble(this::sigma))
                        .orElseThrow();
    }

    /** The results of a cell with the very knobs it has. */
    public List<EmulationResult> exactly(Cell cell) {
        List<EmulationResult> results = byCell.get(cell);
        if (results == null) {
            throw new IllegalArgumentException("not among the runs: " + cell);
        }
        return results;
    }

    private double sigma(Cell cell) {
        return exactly(cell).stream()
                .mapToDouble(run -> run.wear().sigma())
                .average()
                .orElse(Double.NaN);
    }
}
