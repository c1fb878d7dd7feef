package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.statement.RepairQueueRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** What one transaction changes in {@code repair_queue}: in the end it has exactly the degraded rows. */
final class RepairChanges {
    private final StatelessSession session;
    private final Map<WriteId, RepairRow> missing = new HashMap<>();
    private final List<RepairRow> puts = new ArrayList<>();
    private final List<ObjectId> removals = new ArrayList<>();

    RepairChanges(StatelessSession session) {
        this.session = session;
    }

    /** Why a row is degraded: these of its live fragments have been missing since then. */
    void explain(ObjectMapping row, List<Integer> indexes, long sinceMillis) {
        missing.put(row.writeId(), RepairRow.of(row, indexes, sinceMillis));
    }

    /** Adds to the damage of a row; false if none of it is new. */
    boolean add(ObjectMapping row, Collection<Integer> indexes, long nowMillis) {
        RepairRow known = known(row);
        TreeSet<Integer> all = new TreeSet<>(indexes);
        List<Integer> before = known == null ? List.of() : known.missing();
        all.addAll(before);
        if (all.size() == before.size()) {
            return false;
        }
        explain(row, List.copyOf(all), known == null ? nowMillis : known.sinceMillis);
        return true;
    }

    /** The damage of a row as this transaction knows it, or else as it is stored. */
    @Nullable
    RepairRow known(ObjectMapping row) {
        RepairRow known = missing.get(row.writeId());
        return known == null ? stored(row) : known;
    }

    @Nullable
    RepairRow stored(ObjectMapping row) {
        return row.degraded() ? session.get(RepairRow.class, ObjectKey.of(row.id())) : null;
    }

    /** What becomes of a row; null where there is none. */
    void change(@Nullable ObjectMapping before, @Nullable ObjectMapping after) {
        boolean was = before != null && before.degraded();
        boolean is = after != null && after.degraded();
        RepairRow repair = after != null && is ? missing.get(after.writeId()) : null;
        if (repair != null) {
            puts.add(repair);
        } else if (before != null && was && !is) {
            removals.add(before.id());
        }
    }

    void flush() {
        RepairQueueRows queue = new RepairQueueRows(session);
        queue.put(puts);
        queue.remove(removals);
        queue.flush();
    }
}
