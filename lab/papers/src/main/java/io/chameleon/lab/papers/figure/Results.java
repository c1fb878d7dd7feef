package io.chameleon.lab.papers.figure;

import io.chameleon.lab.emulator.EmulationResult;
import java.util.List;
import java.util.Map;

/** The results of the cells: for each, one per seed, in the order of the seeds. */
public record Results(int seeds, Map<Cell, List<EmulationResult>> byCell) {
    /** @throws IllegalArgumentException if no figure asked for the cell */
    public EmulationResult of(Cell cell, int seed) {
        List<EmulationResult> results = byCell.get(cell);
        if (results == null) {
            throw new IllegalArgumentException("not among the runs: " + cell);
        }
        return results.get(seed);
    }

    public EmulationResult first(Cell cell) {
        return of(cell, 0);
    }
}
