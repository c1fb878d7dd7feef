package io.chameleon.core.mapping.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * What the reaper and reconciliation need of the mapping table. A row of the outbox bars its server for its write: from the moment
 * it is there until it is forgotten no migration, repair or commit makes fragments of that write live on that server. So whoever has
 * read such a row may delete what it names, and may be as late as the grace period.
 */
public interface GarbageTable {
    /** Rows not collected yet that lost their place at least {@code minAgeMillis} ago, oldest first. */
    List<Garbage> garbage(long minAgeMillis, int limit);

    /** As {@link #garbage(long, int)}, of one server: a queue that rows of servers which are away cannot hold up. */
    List<Garbage> garbage(ServerId server, long minAgeMillis, int limit);

    /**
     * Their fragments are gone. The rows stay for the grace period, so that a repeated commit can tell "committed, since
     * superseded" from "never arrived", and are dropped after it. A row whose write id is younger than that, since its writer's
     * clock is ahead, stays until a repeat would be refused as too old. Ids that are not there, or collected already, do nothing.
     */
    void collected(Collection<Long> garbageIds);

    /**
     * Which of these writes have fragments on a server that are live, or may be about to be. The destination servers of a row
     * count for its write id as well, since a migration may have copied fragments there and not flipped the row yet. So does, on
     * every server, each write younger than the grace period by the clock of this table, since its commit may be on its way: the
     * caller's clock decides nothing. This is how things stand now: a write that is not in the answer may become live there by a
     * migration or repair that has copied it once more. To delete, {@link #condemn}.
     */
    Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds);

    /**
     * Puts those of these writes into the outbox whose fragments on a server are dead: the ones that {@link #liveWrites} would not
     * answer with. One transaction with that question: a flip of a mapping to that server comes before it, and the write is live, or
     * after it, and is refused. Fragments that came back after they had been collected wait once more.
     *
     * @return those that did not wait for the reaper already
     */
    Set<WriteId> condemn(ServerId server, Collection<WriteId> writeIds);

    /** Those that {@link #condemn} would answer with at present. Nothing is changed. */
    Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds);

    /** Where reconciliation has halted, by server. */
    List<ReconciliationHalt> halts();

    /** Reconciliation condemns nothing on this server: it found too much. Of a halt that is there already the count is renewed. */
    void halt(ServerId server, long found, long held);

    /**
     * What has been found on this server by now may be condemned: an operator says that nothing refers to it rightly.
     *
     * @return whether there was a halt
     */
    boolean confirmHalt(ServerId server);

    /** Ends a halt, if it still is as it was read. */
    void endHalt(ReconciliationHalt halt);

    /**
     * Deletes the chunks of uploads that nobody can complete any more ({@link ChunkUpload#isAbandoned}): their clients died.
     *
     * @param limit uploads, the oldest first
     * @return uploads deleted
     */
    int sweepUploads(long fence, int limit);
}
