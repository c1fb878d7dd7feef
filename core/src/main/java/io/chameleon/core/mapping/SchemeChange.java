package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How an object comes to the scheme of its bucket: at its next write, as in every transition (Chameleon III-B). The row
 * as its next writer sees it has a destination under that scheme, on the ring's servers. Nothing is stored until the
 * write is committed there, so a change of a bucket with any number of objects costs nothing.
 */
public final class SchemeChange {
    private SchemeChange() {}

    /** Whether the next write of an object would go to another scheme than its bucket's; never of chunks and parts. */
    public static boolean isDue(ObjectMapping row, RedundancyScheme wanted) {
        return !row.destination().scheme().equals(wanted)
                && !ObjectId.isInternal(row.id().bucket());
    }

    /**
     * The row as its next writer should see it.
     *
     * @param wanted of the policy of the row's next write
     * @param usable whether a server takes writes
     * @return null if there are not enough servers
     */
    public static @Nullable ObjectMapping applied(
            ObjectMapping row, RedundancyScheme wanted, PlacementRing ring, Predicate<ServerId> usable) {
        List<ServerId> servers = ring.select(row.id(), wanted, usable);
        if (servers.size() < wanted.width()) {
            return null;
        }
        boolean waits = row.state().isIntermediate();
        return row.with()
                .state(waits ? row.state() : row.state().next(RedundancyEvent.SWAP))
                .source(row.live())
                .destination(new Placement(wanted, servers))
                .build();
    }
}
