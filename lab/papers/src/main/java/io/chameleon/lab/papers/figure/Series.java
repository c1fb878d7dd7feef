package io.chameleon.lab.papers.figure;

import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.List;

/** A scheme on several workloads: bars of one colour. */
public record Series(String label, List<Cell> cells) {
    public static Series of(String scheme, RedundancyPolicy initial, Setup setup, List<String> workloads) {
        return new Series(
                scheme,
                workloads.stream()
                        .map(workload -> Cell.of(workload, scheme, initial, setup))
                        .toList());
    }

    public Series called(String other) {
        return new Series(other, cells);
    }

    List<String> workloads() {
        return cells.stream().map(Cell::workload).toList();
    }
}
