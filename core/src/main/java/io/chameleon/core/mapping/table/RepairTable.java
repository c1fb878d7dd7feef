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
 * What repair needs of the mapping table: the queue of degraded objects, what lies on a server, and the records of servers being
 * emptied. The queue holds exactly the degraded objects. Calls with a fence throw
 * {@link io.chameleon.core.error.ChameleonError} with code {@code FENCED} under an outdated one, and change nothing.
 */
public interface RepairTable {
    /** Of a repair that is postponed. One that is due later still was stored by a clock that was wrong, and is due now. */
    Duration LONGEST_DELAY = Duration.ofHours(1);

    /**
     * Degraded objects that are due, those that survive the fewest further losses first, then the oldest damage, ties by id. Those that
     * cannot be read at present come last, and those that were postponed leave the others their share: {@link NextRepairs}. Ends early
     * where the rows would be too large for one answer.
     */
    List<RepairTask> repairs(int limit);

    /**
     * Flips an object to its repaired fragments, if its version is still the one that was repaired. What is left behind enters
     * the outbox in the same transaction, and {@link #repairStatus} counts it. What is still missing stays queued, due at once.
     *
     * <p>{@code STALE} also where a new server has an outbox row of the write, collected or not: the reaper may be about to delete
     * there ({@link RepairTask#barred}).
     *
     * @throws IllegalArgumentException if the row has not moved on and the repair does not fit it
     */
    Remap.Outcome repair(long fence, Repair repair);

    /**
     * Tries a queued repair of {@code writeId} no sooner than {@code delayMillis} from now, and notes why.
     *
     * @param delayMillis at most {@link #LONGEST_DELAY}
     */
    void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem);

    /** Queues fragments as {@link MappingTable#reportDamage} does, in one transaction. Returns how many objects it changed. */
    int queue(long fence, List<Damage> damage);

    /**
     * Fragments that a server found damaged itself: as {@link MappingTable#reportDamage} for each object whose live fragment that
     * is; what is not live is passed over.
     *
     * @return objects that it changed
     */
    int queueFound(long fence, ServerId server, List<FragmentId> damaged);

    /**
     * The next {@code limit} objects after {@code after} whose live servers include {@code server}.
     *
     * @param after where the last page ended; null: from the first object
     */
    ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit);

    /** Asks that a server be emptied; does nothing if it has been asked already. */
    void drain(ServerId server);

    /** Withdraws {@link #drain}. What has moved stays where it is. */
    void cancelDrain(ServerId server);

    /** Begins the record of a server that is gone for good, as far as anybody knows; does nothing if there is one. */
    void begin(long fence, ServerId lost);

    /** Ends a record, unless it has begun anew meanwhile: a lost server is back as it was. */
    void end(long fence, Evacuation record);

    /**
     * Queues the next page of what a lost or emptied server held: its fragment of each object counts as missing from then on. Where the
     * walk is, changes once all of the page is queued. A call that fails may have queued a part of it; the next one does not count that
     * part. After its last walk the record of a lost server is finished, that of an emptied one ends.
     *
     * @param at the record as it was after the last page
     * @param limit objects to look at
     * @return the record after this page; empty if it was withdrawn, or has begun anew
     */
    Optional<Evacuation> walk(long fence, Evacuation at, int limit);

    /** Brings the progress of a record up to date, unless it has been withdrawn meanwhile. Counts of moves are the table's own. */
    void progress(long fence, Evacuation evacuation);

    /**
     * Takes a server out of the cluster that has left for good. Its records end, and what waits there for the reaper counts as collected.
     * One that registers again under its name is a new server; what it brings along is dead, and goes by reconciliation.
     *
     * @throws io.chameleon.core.error.ChameleonError with code {@code INVALID_REQUEST}, which names the reason, as
     *     {@link Evacuation#requireEmptied} has it; or if the table knows that the server is registered
     */
    void forget(ServerId server);

    /** The records of servers being emptied. */
    Evacuating evacuating();

    /** The one record of repair that CLI, metrics and admin page show. Costs the same however long the queue is. */
    RepairStatus repairStatus();
}
