package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyEvent;
import org.jspecify.annotations.Nullable;

/**
 * A policy's decision, in one epoch, to change an object's state and destination.
 *
 * @param expectedVersion version of the row when it was planned; the remap is dropped if the row has changed since
 *     (reading 16)
 * @param destination where the next write goes; null for the events that return to the source
 * @param reason why, for the object's history
 */
public record Remap(
        ObjectId id,
        long expectedVersion,
        RedundancyEvent event,
        @Nullable Placement destination,
        long epoch,
        String reason) {
    public Remap {
        boolean remapEvent = event.needsDestination()
                || event == RedundancyEvent.COOLED
                || event == RedundancyEvent.HEATED
                || event == RedundancyEvent.CANCEL;
        Require.that(
                remapEvent && event.needsDestination() == (destination != null),
                "remap of " + id,
                event + " to " + destination,
                "an event of the balancer, with a destination exactly if it needs one");
    }

    /** The outcome of a remap. */
    public enum Outcome {
        APPLIED,
        /** An earlier try of the same plan did it. */
        ALREADY_APPLIED,
        /** The row changed after the plan was made. */
        STALE,
        /** The object is gone. */
        GONE
    }
}
