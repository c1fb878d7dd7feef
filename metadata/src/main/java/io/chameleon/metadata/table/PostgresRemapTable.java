package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.Fencing;
import io.chameleon.metadata.epoch.GroupRows;
import io.chameleon.metadata.epoch.HeatOrder;
import io.chameleon.metadata.epoch.Plans;
import io.chameleon.metadata.epoch.RedirectRows;
import io.chameleon.metadata.row.BalancerEpochRow;
import io.chameleon.metadata.row.MappingRow;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.statement.StoredRows;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The balancer's port to the mapping table, on PostgreSQL. Every change begins with {@link Fencing}.
 *
 * <p>Cost: scans O(limit) by index; {@link #countByState} some sums, however many rows there are; remaps a few
 * statements per call. Errors as in {@link PostgresMappingTable}; if their outcome is unknown, all calls may be
 * repeated, {@link #advanceEpoch} only after a check of {@link #balancerEpoch}.
 */
public final class PostgresRemapTable implements RemapTable {
    /** Entries of the log that one transaction deletes. */
    static final int COMPACTED_AT_ONCE = 10_000;

    /** The limit is no parameter: of an unknown one the plan would expect a tenth of the log. */
    private static final String COMPACT = """
        delete from epoch_log l using (
            select bucket, object_key, version from epoch_log where epoch <= :epoch order by epoch limit %d) old
        where l.bucket = old.bucket and l.object_key = old.object_key and l.version = old.version
        """.formatted(COMPACTED_AT_ONCE);

    private final Transactions transactions;
    private final InstantSource clock;
    private final Duration grace;

    public PostgresRemapTable(Database database, InstantSource clock, Duration grace) {
        this.transactions = database.transactions();
        this.clock = clock;
        this.grace = grace;
    }

    @Override
    public BalancerEpoch balancerEpoch() {
        return transactions.run(session -> BalancerEpochRow.read(session).toEpoch());
    }

    @Override
    public BalancerEpoch claim(String holder) {
        return claim(holder, BalancerEpoch.INITIAL);
    }

    /**
     * As {@link #claim(String)}, with a fence above that of {@code known}, and in its epoch if that is later: as
     * another database of the mapping table knows them.
     */
    public BalancerEpoch claim(String holder, BalancerEpoch known) {
        return transactions.run(session -> {
            BalancerEpochRow row = BalancerEpochRow.read(session, LockMode.PESSIMISTIC_WRITE);
            row.fence = Math.max(row.fence, known.fence()) + 1;
            row.epoch = Math.max(row.epoch, known.epoch());
            row.holder = holder;
            session.update(row);
            return row.toEpoch();
        });
    }

    /**
     * A leader that has claimed another database of the mapping table leads here, too.
     *
     * @throws ChameleonError {@code FENCED} if a later one does
     */
    public void follow(BalancerEpoch leader) {
        transactions.run(session -> {
            BalancerEpochRow row = BalancerEpochRow.read(session, LockMode.PESSIMISTIC_WRITE);
            if (row.fence > leader.fence()) {
                throw new ChameleonError(
                        ErrorCode.FENCED, "'" + row.holder + "' has claimed fence " + row.fence + " meanwhile");
            }
            row.fence = leader.fence();
            row.epoch = Math.max(row.epoch, leader.epoch());
            row.holder = leader.holder();
            session.update(row);
            return row.fence;
        });
    }

    /** Here, too, that epoch begins, if it has not: those of all databases of the mapping table are one. */
    public void enterEpoch(long fence, long epoch) {
        long now = clock.millis();
        transactions.run(session -> {
            BalancerEpochRow row = Fencing.require(session, fence, LockMode.PESSIMISTIC_WRITE);
            if (row.epoch < epoch) {
                row.epoch = epoch;
                row.beganMillis = now;
                session.update(row);
            }
            return row.epoch;
        });
    }

    @Override
    public BalancerEpoch advanceEpoch(long fence) {
        long now = clock.millis();
        return transactions.run(session -> {
            BalancerEpochRow row = Fencing.require(session, fence, LockMode.PESSIMISTIC_WRITE);
            row.epoch++;
            row.beganMillis = now;
            session.update(row);
            return row.toEpoch();
        });
    }

    @Override
    public List<ObjectMapping> hottest(int limit) {
        return transactions.run(session -> HeatOrder.hottest(session, limit));
    }

    @Override
    public List<ObjectMapping> coldest(int limit) {
        return transactions.run(session -> HeatOrder.coldest(session, limit));
    }

    @Override
    public List<ObjectMapping> pending(long epoch, @Nullable Position after, int limit) {
        return transactions.run(session -> session
                .createNativeQuery("""
                    select * from object_mapping
                    where source_scheme is not null and remap_epoch <= :epoch
                        and (remap_epoch, bucket, object_key) > (:afterEpoch, :bucket, :key)
                    order by remap_epoch, bucket, object_key
                    """, MappingRow.class)
                .setParameter("epoch", epoch)
                .setParameter("afterEpoch", after == null ? Long.MIN_VALUE : after.remapEpoch())
                .setParameter("bucket", after == null ? "" : after.id().bucket())
                .setParameter("key", after == null ? "" : after.id().key())
                .setMaxResults(limit)
                .getResultList()
                .stream()
                .map(MappingRow::toMapping)
                .toList());
    }

    @Override
    public Map<RedundancyState, Long> countByState() {
        return transactions.query(StoredRows::states);
    }

    @Override
    public void storePlan(long fence, StoredPlan plan) {
        transactions.run(session -> {
            // Exclusive: a second plan for the same epoch must see the first.
            BalancerEpochRow row = Fencing.require(session, fence, LockMode.PESSIMISTIC_WRITE);
            Plans.store(session, plan);
            return row.epoch;
        });
    }

    @Override
    public Optional<StoredPlan> openPlan() {
        return transactions.run(Plans::newestOpen);
    }

    @Override
    public void completePlan(long fence, long epoch) {
        transactions.run(session -> {
            Fencing.require(session, fence);
            return Plans.complete(session, epoch);
        });
    }

    @Override
    public List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
        return transactions.run(session -> {
            Fencing.require(session, fence);
            WorkingSet rows =
                    WorkingSet.lock(session, remaps.stream().map(Remap::id).toList());
            List<Remap.Outcome> outcomes = new ArrayList<>(remaps.size());
            for (Remap remap : remaps) {
                outcomes.add(remap(remap, rows));
            }
            rows.flush();
            return outcomes;
        });
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

    @Override
    public Set<ServerId> barredServers(WriteId writeId) {
        long now = clock.millis();
        return transactions.run(session -> {
            Set<ServerId> barred = new HashSet<>(Evacuations.barred(session, now));
            barred.addAll(Outbox.servers(session, List.of(writeId), now).getOrDefault(writeId, Set.of()));
            return barred;
        });
    }

    @Override
    public Remap.Outcome migrate(long fence, Migration migration) {
        return transactions.run(session -> {
            Fencing.require(session, fence);
            return migrate(session, migration);
        });
    }

    private Remap.Outcome migrate(StatelessSession session, Migration migration) {
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

    @Override
    public List<GroupHeat.Of> hottestGroups(long epoch, int limit) {
        return transactions.query(connection -> GroupRows.hottest(connection, epoch, limit));
    }

    @Override
    public Redirects redirects() {
        return transactions.run(session -> session.doReturningWork(RedirectRows::redirects));
    }

    @Override
    public void redirect(long fence, List<Redirect> redirects, double maxScore) {
        transactions.run(session -> {
            BalancerEpochRow row = Fencing.require(session, fence, LockMode.PESSIMISTIC_WRITE);
            Redirects before = session.doReturningWork(RedirectRows::redirects);
            Redirects after = before.with(redirects, maxScore);
            session.doWork(connection -> RedirectRows.replace(connection, before, after, row.epoch));
            return row.epoch;
        });
    }

    @Override
    public int compact(long fence, long epoch) {
        return transactions.run(session -> {
            Fencing.require(session, fence);
            return session.createNativeMutationQuery(COMPACT)
                    .setParameter("epoch", epoch)
                    .executeUpdate();
        });
    }
}
