package io.chameleon.metadata.repair;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.table.WorkingSet;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import org.hibernate.StatelessSession;

/** Changes the row of an object that was repaired or moved, unless it has changed since. */
final class RepairTransaction {
    private final StatelessSession session;
    private final long epoch;
    private final InstantSource clock;

    RepairTransaction(StatelessSession session, long epoch, InstantSource clock) {
        this.session = session;
        this.epoch = epoch;
        this.clock = clock;
    }

    Remap.Outcome run(Repair repair) {
        WorkingSet rows = WorkingSet.lock(session, List.of(repair.id()));
        ObjectMapping before = rows.row(repair.id());
        if (before == null) {
            return Remap.Outcome.GONE;
        }
        if (before.version() != repair.expectedVersion()) {
            return MappingRules.alreadyApplied(before, repair) ? Remap.Outcome.ALREADY_APPLIED : Remap.Outcome.STALE;
        }
        long now = clock.millis();
        MappingRules.Change change = MappingRules.repaired(before, repair);
        ObjectMapping row = change.row();
        List<ServerId> added = row.live().servers().stream()
                .filter(server -> !before.live().servers().contains(server))
                .toList();
        if (!added.isEmpty()
                && (Outbox.knowsAny(session, row.writeId(), added, now)
                        || !Collections.disjoint(Evacuations.barred(session, now), added))) {
            return Remap.Outcome.STALE;
        }
        RepairRow known = rows.queued(before);
        rows.put(row);
        if (row.degraded()) {
            rows.queueRepair(row, repair.missing(), known == null ? now : known.sinceMillis);
        }
        rows.queueGarbage(before, change.garbageOn(), now);
        if (!added.isEmpty()) {
            rows.log(
                    EpochLogEntry.of(before, row, RedundancyEvent.REPAIRED, epoch, repair.reason(), now),
                    row.version());
        }
        rows.flush();
        RepairQueries.count(session, repair.bytes(), now);
        Evacuations.moved(session, change.garbageOn(), repair.bytes());
        return Remap.Outcome.APPLIED;
    }
}
