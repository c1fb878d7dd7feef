package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.row.EpochLogRow;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.statement.EpochLogRows;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.statement.ServerObjectRows;
import io.chameleon.metadata.statement.StoredRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one transaction: locked at its start, changed in memory, written at its end in a few batches.
 *
 * <p>Locks are taken by one statement in the order of the ids, and rows are written in that order, so transactions wait
 * for each other in one direction. Only the insertion of a key that another transaction has just created can deadlock;
 * the database resolves it, and the loser starts over.
 */
public final class WorkingSet {
    private final StatelessSession session;
    private final Map<ObjectId, ObjectMapping> locked = new HashMap<>();
    /** Changed rows, sorted by id; null for one to delete. */
    private final TreeMap<ObjectId, @Nullable ObjectMapping> changed = new TreeMap<>();

    private final RepairChanges repairs;
    private final OutboxChanges outbox = new OutboxChanges();
    private final List<EpochLogRow> log = new ArrayList<>();

    private WorkingSet(StatelessSession session) {
        this.session = session;
        this.repairs = new RepairChanges(session);
    }

    /** Locks the rows of {@code ids} that exist until the end of the transaction. */
    public static WorkingSet lock(StatelessSession session, Collection<ObjectId> ids) {
        List<ObjectId> sorted = sorted(ids);
        return of(session, MappingStatements.lock(session, sorted));
    }

    /** The rows that {@link MappingStatements} has locked in this transaction. */
    public static WorkingSet of(StatelessSession session, Map<ObjectId, ObjectMapping> locked) {
        WorkingSet rows = new WorkingSet(session);
        rows.locked.putAll(locked);
        return rows;
    }

    /** The order in which rows are locked. */
    static List<ObjectId> sorted(Collection<ObjectId> ids) {
        return List.copyOf(new TreeSet<>(ids));
    }

    /** The row as changed by this transaction so far; null if there is none. */
    @Nullable
    public ObjectMapping row(ObjectId id) {
        return changed.containsKey(id) ? changed.get(id) : locked.get(id);
    }

    public void put(ObjectMapping row) {
        changed.put(row.id(), row);
    }

    void remove(ObjectId id) {
        changed.put(id, null);
    }

    /** Explains a degraded row passed to {@link #put}: these of its live fragments have been missing since then. */
    public void queueRepair(ObjectMapping row, List<Integer> indexes, long sinceMillis) {
        repairs.explain(row, indexes, sinceMillis);
    }

    /** The known damage of a row that this transaction has locked. */
    @Nullable
    public RepairRow queued(ObjectMapping row) {
        return repairs.stored(row);
    }

    /** The row {@code before} goes on as {@code after}, with its damage; what takes its former name is put apart. */
    void rename(ObjectMapping before, ObjectMapping after) {
        put(after);
        RepairRow known = repairs.known(before);
        if (known != null) {
            queueRepair(after, known.missing(), known.sinceMillis);
        }
    }

    /** Adds damage to the current version. Returns whether any of it is new. */
    public boolean degrade(Damage damage, long nowMillis) {
        ObjectMapping row = row(damage.id());
        if (row == null
                || !row.writeId().equals(damage.writeId())
                || !repairs.add(row, damage.indexesOf(row), nowMillis)) {
            return false;
        }
        put(MappingRules.damaged(row));
        return true;
    }

    /** For a write that was moved and may be live elsewhere: its row bars each of these servers by itself. */
    public void queueGarbage(ObjectMapping row, Collection<ServerId> servers, long nowMillis) {
        outbox.superseded(row, servers, nowMillis);
    }

    /** For a write that is live nowhere any more, and can not become so again. */
    void queueDead(ObjectMapping row, List<ServerId> servers, long nowMillis) {
        outbox.dead(row, servers, nowMillis);
    }

    /** As {@link #queueGarbage}, for a write that was never live. */
    void condemn(ObjectId id, WriteId writeId, Collection<ServerId> servers, long nowMillis) {
        outbox.condemned(id, writeId, servers, nowMillis);
    }

    /** @param version of the row after the event */
    public void log(EpochLogEntry entry, long version) {
        log.add(EpochLogRow.of(entry, version));
    }

    /**
     * Writes everything.
     *
     * @return the rows that are new in the table
     */
    public List<ObjectMapping> flush() {
        List<ObjectMapping> inserts = new ArrayList<>();
        List<ObjectMapping> updates = new ArrayList<>();
        List<ObjectId> deletes = new ArrayList<>();
        ServerObjectRows places = new ServerObjectRows();
        StoredRows stored = new StoredRows();
        changed.forEach((id, after) -> {
            ObjectMapping before = locked.get(id);
            if (after == null && before != null) {
                deletes.add(id);
                EpochLogRows.drop(session, id);
            } else if (after != null && before == null) {
                inserts.add(after);
            } else if (after != null) {
                updates.add(after);
            }
            repairs.change(before, after);
            places.change(before, after);
            stored.change(before, after);
        });
        MappingStatements.insert(session, inserts);
        MappingStatements.update(session, updates);
        MappingStatements.delete(session, deletes);
        places.flush(session);
        outbox.flush(session);
        session.insertMultiple(log);
        repairs.flush();
        stored.flush(session);
        return inserts;
    }
}
