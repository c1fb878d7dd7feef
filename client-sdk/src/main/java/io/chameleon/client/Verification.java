package io.chameleon.client;

import io.chameleon.client.read.FragmentFault;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The state of an object's fragments.
 *
 * @param faults fragments that are missing, damaged, or on a server that does not answer, by segment and index
 */
public record Verification(ObjectInfo object, List<FragmentFault> faults) {
    public Verification {
        faults = List.copyOf(faults);
    }

    /** Whether every fragment is in its place. */
    public boolean isWhole() {
        return faults.isEmpty();
    }

    /** Whether every segment has the fragments it takes to read it. */
    public boolean isReadable() {
        Map<Integer, Long> perSegment =
                faults.stream().collect(Collectors.groupingBy(FragmentFault::segment, Collectors.counting()));
        int bearable = object.live().scheme().parityFragments();
        return perSegment.values().stream().allMatch(lost -> lost <= bearable);
    }
}
