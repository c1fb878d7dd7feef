package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.EmulationResult;
import java.util.List;
import java.util.Map;

/** What came of the cells: for each, a result per seed, in the order of the seeds. */
record Results(int seeds, Map<Cell, List<EmulationResult>> byCell) {
    /** @throws IllegalArgumentException if no figure asked for the cell */
    EmulationResult of(Cell cell, int seed) {
        List<EmulationResult> results = byCell.get(cell);
        if (results == null) {
            throw new IllegalArgumentException("not among the runs: " + cell);
        }
        return results.get(seed);
    }

    EmulationResult first(Cell cell) {
        return of(cell, 0);
    }
}
