package io.chameleon.core.mapping;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** What the reaper needs of the mapping table. */
public interface GarbageTable {
    /** Rows not collected yet that lost their place at least {@code minAgeMillis} ago, oldest first. */
    List<Garbage> garbage(long minAgeMillis, int limit);

    /**
     * Their fragments are gone. The rows stay for the grace period, so that a repeated commit can tell "committed, since
     * superseded" from "never arrived", and are dropped after it. A row whose write id is younger than that, since its writer's
     * clock is ahead, stays until a repeat would be refused as too old. Ids that are not there, or collected already, do nothing.
     */
    void collected(Collection<Long> garbageIds);

    /**
     * Which of these writes have fragments on a server that are live, or may be about to be: the destination servers of a row
     * count for its write id as well, since a migration may have copied fragments there and not flipped the row yet. A write that
     * is not in the answer and older than the grace period is garbage for certain: no commit and no migration will make it live
     * any more (design section 4).
     */
    Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds);
}
