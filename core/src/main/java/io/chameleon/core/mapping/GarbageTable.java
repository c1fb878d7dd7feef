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
     * superseded" from "never arrived", and are dropped after it.
     */
    void collected(Collection<Long> garbageIds);

    /**
     * Which of these writes have live fragments on a server. A write that is not in the answer and older than the grace period
     * is garbage for certain: no commit for it will be taken any more (design section 4).
     */
    Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds);
}
