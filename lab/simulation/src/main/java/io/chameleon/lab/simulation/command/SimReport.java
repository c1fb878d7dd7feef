package io.chameleon.lab.simulation.command;

import io.chameleon.lab.simulation.SimulationResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The results of all runs, for people and for programs. */
final class SimReport {
    private static final int EVENTS = 60;
    private static final double SECONDS_PER_HOUR = 3600;

    private final List<SimulationResult> results;
    private final String options;

    /**
     * @param options that a single seed needs to repeat its run
     */
    SimReport(List<SimulationResult> results, String options) {
        this.results = results;
        this.options = options;
    }

    boolean isSound() {
        return violations().isEmpty();
    }

    private List<SimulationResult> violations() {
        return results.stream().filter(result -> result.violation().isPresent()).toList();
    }

    private double hours() {
        return results.stream()
                        .mapToLong(result -> result.simulated().toSeconds())
                        .sum()
                / SECONDS_PER_HOUR;
    }

    private Map<String, Long> counts() {
        Map<String, Long> sums = new TreeMap<>();
        results.forEach(result -> result.counts().forEach((what, times) -> sums.merge(what, times, Long::sum)));
        return sums;
    }

    /** The checkout the program was built from, as the launcher found it. */
    private static String commit() {
        return System.getProperty("chameleon.commit", "unknown");
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("commit", commit());
        json.put("seeds", results.size());
        json.put("clusterHours", hours());
        json.put(
                "operations",
                results.stream().mapToLong(SimulationResult::operations).sum());
        json.put(
                "requests",
                results.stream().mapToLong(SimulationResult::requests).sum());
        json.put("checks", results.stream().mapToLong(SimulationResult::checks).sum());
        json.put("counts", counts());
        json.put("violations", violations().stream().map(this::json).toList());
        return json;
    }

    private Map<String, Object> json(SimulationResult bad) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seed", bad.seed());
        json.put("violation", bad.violation().orElse(""));
        json.put("replay", replay(bad));
        json.put("traceHash", Long.toHexString(bad.traceHash()));
        json.put("lastEvents", bad.last());
        return json;
    }

    private String replay(SimulationResult bad) {
        return "./chameleon sim --seed " + bad.seed() + " " + options;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (SimulationResult bad : violations()) {
            List<String> last = bad.last();
            last.subList(Math.max(0, last.size() - EVENTS), last.size())
                    .forEach(event -> text.append("  ").append(event).append('\n'));
            text.append("seed %s, commit %s: %s%n"
                            .formatted(bad.seed(), commit(), bad.violation().orElse("")))
                    .append("to see it again: ")
                    .append(replay(bad))
                    .append("\n\n");
        }
        text.append(String.format(
                Locale.ROOT,
                "%d seeds, %.1f hours of cluster time, %,d operations, %,d requests, all invariants checked %,d times: %s",
                results.size(),
                hours(),
                results.stream().mapToLong(SimulationResult::operations).sum(),
                results.stream().mapToLong(SimulationResult::requests).sum(),
                results.stream().mapToLong(SimulationResult::checks).sum(),
                isSound() ? "no violation" : violations().size() + " with a violation"));
        if (results.size() == 1) {
            text.append("\nlog hash %016x".formatted(results.getFirst().traceHash()));
        }
        counts().forEach((what, times) -> text.append(String.format(Locale.ROOT, "\n  %-32s %,d", what, times)));
        return text.toString();
    }
}
