package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;

/**
 * One remap, or the write that completed one, in the history of an object (Chameleon III-C, Fig. 3).
 *
 * @param source servers of the committed version then; empty in a stable state
 */
public record EpochLogEntry(
        ObjectId id,
        long epoch,
        RedundancyEvent event,
        RedundancyState from,
        RedundancyState to,
        List<ServerId> source,
        List<ServerId> destination,
        String reason,
        long atMillis) {
    public EpochLogEntry {
        source = List.copyOf(source);
        destination = List.copyOf(destination);
    }
}
