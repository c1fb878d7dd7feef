package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;

/**
 * A history entry of an object: a remap, or the write or migration that completed one (Chameleon III-C, Fig. 3). State
 * and servers are those after the event.
 *
 * @param source servers of the committed version while it waits for its next write; empty in a stable state
 * @param destination where the next write goes; in a stable state also where the committed version lives
 * @param reason why, for an operator; never empty
 * @param atMillis by the metadata service's clock
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

    /** The entry for the effect of {@code event} on a row. */
    public static EpochLogEntry of(
            ObjectMapping before,
            ObjectMapping after,
            RedundancyEvent event,
            long epoch,
            String reason,
            long atMillis) {
        Placement from = after.source();
        return new EpochLogEntry(
                after.id(),
                epoch,
                event,
                before.state(),
                after.state(),
                from == null ? List.of() : from.servers(),
                after.destination().servers(),
                reason,
                atMillis);
    }
}
