package io.chameleon.lab.papers.figure;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.command.Scheme;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is run once for each seed.
 *
 * @param workload a synthetic workload's name, or a recording's
 * @param knobs of the policy that are not at their defaults
 */
public record Cell(String workload, Scheme scheme, Setup setup, Map<String, String> knobs) {
    public Cell {
        knobs = Map.copyOf(knobs);
    }

    public static Cell of(String workload, String scheme, RedundancyPolicy initial, Setup setup) {
        return new Cell(workload, Scheme.of(scheme, initial), setup, Map.of());
    }

    /** What is run for it: with each value of its {@link Tuning}, if it is a rival's with the preset one. */
    public List<Cell> alternatives() {
        return Tuning.of(this).map(tuning -> tuning.cells(this)).orElse(List.of(this));
    }

    Cell with(String knob, String value) {
        Map<String, String> more = new HashMap<>(knobs);
        more.put(knob, value);
        return new Cell(workload, scheme, setup, more);
    }
}
