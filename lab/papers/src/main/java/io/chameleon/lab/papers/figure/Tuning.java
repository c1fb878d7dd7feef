package io.chameleon.lab.papers.figure;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The threshold of a rival, which its paper leaves open ("can be adjusted in real cases", EDM III-B2). The rival is run
 * with each value, and every figure and table shows the one whose σ is lowest on that workload, as a mean over the
 * seeds.
 *
 * @param scheme the rival
 * @param knob its threshold
 * @param preset the knob's default, which reading 27 names
 * @param others tried beside it
 */
public record Tuning(String scheme, String knob, String preset, List<String> others) {
    private static final List<String> BELOW = List.of("0.05", "0.02", "0.01");

    /** All rivals that have a threshold. */
    public static final List<Tuning> ALL = List.of(
            new Tuning("edm-hdf", "edm-lambda", "0.1", BELOW),
            new Tuning("edm-cdf", "edm-lambda", "0.1", BELOW),
            new Tuning("cmt", "cmt-threshold", "0.1", BELOW));

    public Tuning {
        others = List.copyOf(others);
    }

    static Optional<Tuning> of(Cell cell) {
        return ALL.stream()
                .filter(tuning -> tuning.scheme.equals(cell.scheme().name()))
                .filter(tuning -> !cell.knobs().containsKey(tuning.knob))
                .findFirst();
    }

    /** All values, the preset first. */
    public List<String> values() {
        return Stream.concat(Stream.of(preset), others.stream()).toList();
    }

    /** The cell with this value; the cell itself stands for the preset. */
    public Cell cell(Cell cell, String value) {
        return value.equals(preset) ? cell : cell.with(knob, value);
    }

    List<Cell> cells(Cell cell) {
        return values().stream().map(value -> cell(cell, value)).toList();
    }
}
