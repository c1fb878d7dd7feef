package io.chameleon.metadata.repair;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Outbox;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** What is to be repaired or moved, with all that a leader needs to know for it. */
final class RepairTasks {
    private RepairTasks() {}

    /** In the order of {@code rows}. */
    static List<RepairTask> of(StatelessSession session, List<ObjectMapping> rows, long now) {
        Map<ObjectKey, RepairRow> queued = RepairQueries.queued(session, rows);
        Map<WriteId, Set<ServerId>> barred = Outbox.servers(
                session, rows.stream().map(ObjectMapping::writeId).toList(), now);
        Set<ServerId> emptied = rows.isEmpty() ? Set.of() : Evacuations.barred(session, now);
        return rows.stream()
                .map(row -> {
                    Set<ServerId> bars = new HashSet<>(barred.getOrDefault(row.writeId(), Set.of()));
                    bars.addAll(emptied);
                    return task(row, queued.get(ObjectKey.of(row.id())), bars);
                })
                .toList();
    }

    private static RepairTask task(ObjectMapping row, @Nullable RepairRow queued, Set<ServerId> barred) {
        return queued == null
                ? new RepairTask(row, List.of(), barred, 0, 0)
                : new RepairTask(row, queued.missing(), barred, queued.sinceMillis, queued.attempts);
    }
}
