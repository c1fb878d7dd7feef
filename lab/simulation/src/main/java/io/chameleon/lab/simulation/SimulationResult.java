package io.chameleon.lab.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The result of one run.
 *
 * @param simulated time in the cluster, quiet end included
 * @param violation what must not have happened; empty if all is well
 * @param operations that clients made on single keys
 * @param requests between processes
 * @param checks of all invariants on all objects
 * @param traceHash hash of the log of all events: the same for the same seed and code
 * @param counts events by kind: operations by outcome, faults, transitions
 * @param last the last events, oldest first; only of a run with a violation
 */
public record SimulationResult(
        long seed,
        Duration simulated,
        Optional<String> violation,
        long operations,
        long requests,
        long checks,
        long traceHash,
        Map<String, Long> counts,
        List<String> last) {
    public SimulationResult {
        counts = new TreeMap<>(counts);
        last = List.copyOf(last);
    }
}
