package io.chameleon.core.mapping.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * What the reaper and reconciliation need of the mapping table. As long as an outbox row exists, it bars its server for
 * its write: no migration, repair or commit can make fragments of that write live on that server. So a process that has
 * read such a row may delete what it names, up to the grace period later.
 */
public interface GarbageTable {
    /** Uncollected rows that became garbage at least {@code minAgeMillis} ago, oldest first. */
    List<Garbage> garbage(long minAgeMillis, int limit);

    /** As {@link #garbage(long, int)}, for one server: rows of unreachable servers cannot hold up this queue. */
    default List<Garbage> garbage(ServerId server, long minAgeMillis, int limit) {
        return garbage(List.of(server), minAgeMillis, limit);
    }

    /**
     * The same for many servers at once: the oldest rows of each, at most {@code each}, together oldest first. Reads no
     * row of other servers.
     */
    List<Garbage> garbage(Collection<ServerId> servers, long minAgeMillis, int each);

    /**
     * Marks rows as collected: their fragments are gone. The rows stay for the grace period, so that a repeated commit
     * can tell "committed, since superseded" from "never arrived"; then they are dropped. If a write id is younger than
     * that because its writer's clock is ahead, the row stays until its age would refuse a retry. Unknown or already
     * collected ids are ignored.
     */
    void collected(Collection<Long> garbageIds);

    /**
     * Which of these writes have fragments on a server that are live, or may be about to be. A row's destination
     * servers count for its write id too, since a migration may have copied fragments there without having flipped the
     * row yet. So does, on every server, each write younger than the grace period by this table's clock, since its
     * commit may be on its way; the caller's clock does not matter. The result holds only now: a write not in it may
     * become live there by a migration or repair that has copied it again. To delete, use {@link #condemn}.
     */
    Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds);

    /**
     * Puts those of these writes into the outbox whose fragments on a server are dead: those that {@link #liveWrites}
     * would not return. Check and insert are one transaction. A flip of a mapping to that server comes either before
     * it, so the write is live, or after it, and is refused. Fragments that reappeared after collection wait again.
     *
     * @return those that did not wait for the reaper already
     */
    Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds);

    /** Those that {@link #condemn} would return at present. Changes nothing. */
    Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds);

    /** The halts of reconciliation, by server. */
    List<ReconciliationHalt> halts();

    /** Halts reconciliation on this server, because it found too much. For an existing halt, updates the count. */
    void halt(long fence, ServerId server, long found, long held);

    /**
     * Lets the fragments found on this server so far be condemned: an operator confirms that they are garbage.
     *
     * @return whether there was a halt
     */
    boolean confirmHalt(ServerId server);

    /** Ends a halt, if it is unchanged since it was read. */
    void endHalt(long fence, ReconciliationHalt halt);

    /**
     * Deletes the chunks of uploads that can no longer be completed ({@link ChunkUpload#isAbandoned}): their clients
     * died. Also deletes components to which nothing refers and nothing can refer any more.
     *
     * @param limit most uploads and components together, the oldest first
     * @return uploads and components deleted; fewer than the limit when none are left
     */
    int sweepUploads(long fence, int limit);
}
