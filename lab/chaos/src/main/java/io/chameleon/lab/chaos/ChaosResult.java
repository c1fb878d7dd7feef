package io.chameleon.lab.chaos;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.chaos.load.Tally;
import java.util.List;
import java.util.Map;

/**
 * A run and its results.
 *
 * @param violations one line for each thing that must not be; empty if the store kept its word
 * @param seconds of load under faults
 * @param ofVersions operations acknowledged in the bucket that keeps versions
 * @param mostInState the most objects seen in each state at a time
 */
record ChaosResult(
        ChaosConfig config,
        List<String> violations,
        double seconds,
        List<FaultEvent> events,
        Timeline reads,
        Timeline writes,
        long ofVersions,
        Tally tally,
        Aftermath.Findings aftermath,
        Map<RedundancyState, Long> mostInState,
        long epochs,
        long fences) {
    /** What a process said of an error may have several lines; scripts count violations by lines. */
    ChaosResult {
        violations = violations.stream()
                .map(text -> text.strip().replaceAll("\\s*\\R\\s*", " "))
                .toList();
    }

    long operations() {
        return reads.count() + writes.count() + ofVersions;
    }

    List<FaultEvent> events(FaultEvent.Kind kind) {
        return events.stream().filter(event -> event.kind() == kind).toList();
    }

    long count(FaultEvent.Kind kind) {
        return events(kind).size();
    }

    boolean isClean() {
        return violations.isEmpty();
    }
}
