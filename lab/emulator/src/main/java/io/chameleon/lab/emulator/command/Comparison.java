package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.EmulationResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finished runs, grouped by what they have in common. */
public final class Comparison {
    private final List<Finished> finished = new ArrayList<>();
    private final Map<Key, List<Finished>> groups = new LinkedHashMap<>();

    /** A run and its result. */
    public record Finished(Run run, EmulationResult result) {}

    private record Key(String workload, Scheme scheme, Map<String, String> settings) {
        static Key of(Run run) {
            return new Key(run.workload().name(), run.scheme(), run.settings());
        }
    }

    /** Runs that differ by their seeds alone. */
    public record Group(List<Finished> runs) {
        public Finished first() {
            return runs.getFirst();
        }

        public Interval value(Metric metric) {
            return Interval.of(
                    runs.stream().mapToDouble(run -> metric.of(run.result())).toArray());
        }
    }

    public Comparison(Map<Run, EmulationResult> results) {
        results.forEach((run, result) -> {
            Finished one = new Finished(run, result);
            finished.add(one);
            groups.computeIfAbsent(Key.of(run), key -> new ArrayList<>()).add(one);
        });
    }

    public List<Finished> finished() {
        return finished;
    }

    public List<String> workloads() {
        return groups.keySet().stream().map(Key::workload).distinct().toList();
    }

    public List<Group> groups(String workload) {
        return groups.entrySet().stream()
                .filter(entry -> entry.getKey().workload().equals(workload))
                .map(entry -> new Group(entry.getValue()))
                .toList();
    }

    /** The run without balancing on the same workload, from the same start, with the same seed. */
    Optional<Finished> baseline(Finished one) {
        return finished.stream()
                .filter(other -> other.run().scheme().isBaseline()
                        && other.run().scheme().initial() == one.run().scheme().initial()
                        && other.run()
                                .workload()
                                .name()
                                .equals(one.run().workload().name())
                        && other.run().seed() == one.run().seed())
                .findFirst();
    }

    /** Percent against the baseline, seed by seed; empty if there is no baseline or its metric is zero. */
    Optional<Interval> change(Group group, Metric metric) {
        double[] changes = group.runs().stream()
                .mapToDouble(one -> baseline(one)
                        .map(base -> Numbers.change(metric.of(one.result()), metric.of(base.result())))
                        .orElse(Double.NaN))
                .filter(Double::isFinite)
                .toArray();
        return changes.length == group.runs().size() ? Optional.of(Interval.of(changes)) : Optional.empty();
    }
}
