package io.chameleon.core.mapping;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What repair needs of the mapping table: the queue of degraded objects, what lies on a server, and the records of servers being
 * emptied. The queue holds exactly the degraded objects. Calls with a fence throw
 * {@link io.chameleon.core.error.ChameleonError} with code {@code FENCED} under an outdated one, and change nothing.
 */
public interface RepairTable {
    /**
     * Degraded objects that are due, those that survive the fewest further losses first, then the oldest damage, ties by id. Ends
     * early where the rows would be too large for one answer.
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

    /** Tries a queued repair of {@code writeId} no sooner than {@code delayMillis} from now, and notes why. */
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
     * One page of a walk over all objects: those of the next {@code limit} rows after {@code after} whose live servers include
     * {@code server}.
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

    /** Ends the record of a lost server: it is back. */
    void end(long fence, ServerId lost);

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

    /** The one record of repair that CLI, metrics and admin page show. Reads the whole queue. */
    RepairStatus repairStatus();
}
