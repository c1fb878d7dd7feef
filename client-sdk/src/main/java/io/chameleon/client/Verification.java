package io.chameleon.client;

import io.chameleon.client.error.FragmentFault;
import java.util.List;

/**
 * The state of an object's fragments.
 *
 * @param faults fragments that are missing, damaged, or on a server that does not answer, by segment and index
 * @param unreadable segments with too few fragments to be read
 */
public record Verification(ObjectInfo object, List<FragmentFault> faults, int unreadable) {
    public Verification {
        faults = List.copyOf(faults);
    }

    /** Whether every fragment is in its place. */
    public boolean isWhole() {
        return faults.isEmpty();
    }

    /** Whether every segment has enough fragments to be read. */
    public boolean isReadable() {
        return unreadable == 0;
    }
}
