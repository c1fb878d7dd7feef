package io.chameleon.lab.simulation.role;

import java.util.Map;
import java.util.TreeMap;

/** Counts of events: a run without faults or transitions proves little. */
public final class Tally {
    private final Map<String, Long> counts = new TreeMap<>();

    public void add(String what, long times) {
        counts.merge(what, times, Long::sum);
    }

    public void add(Tally other) {
        other.counts.forEach(this::add);
    }

    public Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}
