package io.chameleon.metadata.table;

import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Outbox;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Changes where objects are, or will be, in one transaction of the balancer. */
final class RemapTransaction {
    private final StatelessSession session;
    private final InstantSource clock;
    private final Duration grace;

    RemapTransaction(StatelessSession session, InstantSource clock, Duration grace) {
        this.session = session;
        this.clock = clock;
        this.grace = grace;
    }

    /** Those whose rows are as they were planned on. */
    List<Remap.Outcome> remap(List<Remap> remaps) {
        WorkingSet rows =
                WorkingSet.lock(session, remaps.stream().map(Remap::id).toList());
        List<Remap.Outcome> outcomes = new ArrayList<>(remaps.size());
        for (Remap remap : remaps) {
            outcomes.add(remap(remap, rows));
        }
        rows.flush();
        return outcomes;
    }

    private Remap.Outcome remap(Remap remap, WorkingSet rows) {
        ObjectMapping before = rows.row(remap.id());
        if (before == null || before.version() != remap.expectedVersion()) {
            return notApplied(before, before != null && MappingRules.alreadyApplied(before, remap));
        }
        ObjectMapping after = MappingRules.remapped(before, remap);
        rows.put(after);
        rows.log(
                EpochLogEntry.of(before, after, remap.event(), remap.epoch(), remap.reason(), clock.millis()),
                after.version());
        return Remap.Outcome.APPLIED;
    }

    /** The bytes have been copied; stale if they may have been deleted again since. */
    Remap.Outcome migrate(Migration migration) {
        WorkingSet rows = WorkingSet.lock(session, List.of(migration.id()));
        ObjectMapping before = rows.row(migration.id());
        if (before == null || before.version() != migration.expectedVersion()) {
            return notApplied(before, before != null && MappingRules.alreadyApplied(before, migration));
        }
        long now = clock.millis();
        MappingRules.Change change = MappingRules.migrated(before, migration);
        ObjectMapping row = change.row();
        boolean orphaned =
                !row.writeId().equals(before.writeId()) && !MappingRules.mayBecomeLive(row.writeId(), now, grace);
        boolean barred = !Collections.disjoint(
                Evacuations.barred(session, now), row.live().servers());
        if (orphaned
                || barred
                || Outbox.knowsAny(session, row.writeId(), row.live().servers(), now)) {
            return Remap.Outcome.STALE;
        }
        rows.put(row);
        rows.queueGarbage(before, change.garbageOn(), now);
        rows.log(
                EpochLogEntry.of(
                        before,
                        row,
                        RedundancyEvent.MIGRATED,
                        migration.epoch(),
                        "moved in bulk before its next write",
                        now),
                row.version());
        rows.flush();
        return Remap.Outcome.APPLIED;
    }

    private static Remap.Outcome notApplied(@Nullable ObjectMapping row, boolean already) {
        if (row == null) {
            return Remap.Outcome.GONE;
        }
        return already ? Remap.Outcome.ALREADY_APPLIED : Remap.Outcome.STALE;
    }
}
