package io.chameleon.core.mapping.table;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What repair needs of the mapping table: the queue of degraded objects, the objects on a server, and the records of
 * servers being emptied. The queue holds exactly the degraded objects. Calls with an outdated fence throw
 * {@link io.chameleon.core.error.ChameleonError} with code {@code FENCED} and change nothing.
 */
public interface RepairTable {
    /**
     * The longest delay of a postponed repair. A later due time was stored by a wrong clock, so that repair is due now.
     */
    Duration LONGEST_DELAY = Duration.ofHours(1);

    /**
     * Degraded objects that are due: those that survive the fewest further losses first, then the oldest damage, ties
     * by id. Unreadable ones come last, and postponed ones leave the others their share ({@link NextRepairs}). Ends
     * early if the rows would be too large for one answer.
     */
    List<RepairTask> repairs(int limit);

    /**
     * Flips an object to its repaired fragments, if its version is still the repaired one. Replaced fragments enter the
     * outbox in the same transaction, and {@link #repairStatus} counts the repair. Fragments still missing stay queued,
     * due at once.
     *
     * <p>Also {@code STALE} if a new server has an outbox row of the write, collected or not: the reaper may be about
     * to delete there ({@link RepairTask#barred}).
     *
     * @throws IllegalArgumentException if the row is unchanged and the repair does not fit it
     */
    Remap.Outcome repair(long fence, Repair repair);

    /**
     * Postpones a queued repair of {@code writeId} by at least {@code delayMillis}, and records why.
     *
     * @param delayMillis at most {@link #LONGEST_DELAY}
     */
    void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem);

    /**
     * Queues fragments as {@link MappingTable#reportDamage} does, in one transaction. Returns how many objects it
     * changed.
     */
    int queue(long fence, List<Damage> damage);

    /**
     * Queues fragments that a server itself found damaged: as {@link MappingTable#reportDamage} for each object with
     * such a live fragment; fragments that are not live are skipped.
     *
     * @return number of objects changed
     */
    int queueFound(long fence, ServerId server, List<FragmentId> damaged);

    /**
     * The next {@code limit} objects after {@code after} whose live servers include {@code server}.
     *
     * @param after where the last page ended; null to start at the first object
     */
    ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit);

    /** Requests that a server be emptied; does nothing if that was requested already. */
    void drain(ServerId server);

    /** Withdraws {@link #drain}. Moved fragments stay where they are. */
    void cancelDrain(ServerId server);

    /** Begins the record of a server that is presumed lost; does nothing if there is one. */
    void begin(long fence, ServerId lost);

    /** Ends a record, unless it was started again meanwhile: a lost server is back with its data. */
    void end(long fence, Evacuation record);

    /**
     * Queues the next page of the objects of a lost or emptied server: its fragment of each object counts as missing
     * from then on. The cursor advances once the whole page is queued. A failed call may have queued part of it; the
     * next call does not count that part. After the last walk, the record of a lost server is finished, and that of an
     * emptied one ends.
     *
     * @param at the record as it was after the last page
     * @param limit objects to examine
     * @return the record after this page; empty if it was withdrawn, or started again
     */
    Optional<Evacuation> walk(long fence, Evacuation at, int limit);

    /** Updates the progress of a record, unless it was withdrawn meanwhile. The table itself counts the moves. */
    void progress(long fence, Evacuation evacuation);

    /**
     * Removes a server that has left the cluster for good. Its records end, and its rows that wait for the reaper count
     * as collected. A server that registers again under its name is a new one; fragments it brings along are dead, and
     * reconciliation deletes them.
     *
     * @throws io.chameleon.core.error.ChameleonError with code {@code INVALID_REQUEST}, with the reason that
     *     {@link Evacuation#requireEmptied} gives; or if the table knows that the server is registered
     */
    void forget(ServerId server);

    /** The records of servers being emptied. */
    Evacuating evacuating();

    /** The status of repair that CLI, metrics and admin page show. The cost does not depend on the queue's length. */
    RepairStatus repairStatus();
}
