package io.chameleon.metadata.repair;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.Fencing;
import io.chameleon.metadata.epoch.RedirectRows;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.RepairRow;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Halts;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.statement.OutboxQueue;
import io.chameleon.metadata.statement.RepairQueueRows;
import io.chameleon.metadata.table.KnownServers;
import io.chameleon.metadata.table.PostgresGarbageTable;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.WorkingSet;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.LockMode;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Repair's port to the mapping table, on PostgreSQL. Errors as in {@link PostgresMappingTable}; all calls may be
 * repeated.
 *
 * <p>Cost: the queue and a walk O(limit) by index; {@link #repairStatus} some sums, however long the queue is.
 */
public final class PostgresRepairTable implements RepairTable {
    private static final int COLLECTED_AT_ONCE = 10_000;

    private final Transactions transactions;
    private final InstantSource clock;
    private final Duration grace;

    public PostgresRepairTable(Database database, InstantSource clock, Duration grace) {
        this.transactions = database.transactions();
        this.clock = clock;
        this.grace = grace;
    }

    @Override
    public List<RepairTask> repairs(int limit) {
        long now = clock.millis();
        return transactions.run(session -> tasks(session, RepairQueries.due(session, now, limit), now));
    }

    /** In the order of {@code rows}. */
    private static List<RepairTask> tasks(StatelessSession session, List<ObjectMapping> rows, long now) {
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

    @Override
    public Remap.Outcome repair(long fence, Repair repair) {
        return transactions.run(session -> {
            long epoch = Fencing.require(session, fence, LockMode.PESSIMISTIC_READ).epoch;
            return repair(session, repair, epoch);
        });
    }

    private Remap.Outcome repair(StatelessSession session, Repair repair, long epoch) {
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

    @Override
    public void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem) {
        transactions.run(session -> {
            Fencing.require(session, fence);
            WorkingSet unused = WorkingSet.lock(session, List.of(id));
            RepairQueueRows queue = new RepairQueueRows(session);
            boolean queued =
                    queue.postpone(ObjectKey.of(id), WriteKey.of(writeId), clock.millis() + delayMillis, problem);
            queue.flush();
            return queued;
        });
    }

    @Override
    public int queue(long fence, List<Damage> damage) {
        return transactions.run(session -> {
            Fencing.require(session, fence);
            return queue(session, damage);
        });
    }

    private int queue(StatelessSession session, List<Damage> damage) {
        WorkingSet rows =
                WorkingSet.lock(session, damage.stream().map(Damage::id).toList());
        long now = clock.millis();
        int changed = 0;
        for (Damage one : damage) {
            changed += rows.degrade(one, now) ? 1 : 0;
        }
        rows.flush();
        return changed;
    }

    @Override
    public int queueFound(long fence, ServerId server, List<FragmentId> damaged) {
        return transactions.run(session -> {
            Fencing.require(session, fence);
            Map<WriteId, ObjectMapping> rows = PostgresGarbageTable.rows(
                            session,
                            damaged.stream().map(FragmentId::writeId).distinct().toList())
                    .collect(Collectors.toMap(ObjectMapping::writeId, Function.identity()));
            return queue(
                    session,
                    damaged.stream()
                            .flatMap(fragment -> Damage.of(rows.get(fragment.writeId()), server, fragment).stream())
                            .toList());
        });
    }

    @Override
    public ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit) {
        return transactions.run(session -> {
            RepairQueries.Page page = RepairQueries.on(session, server, after, limit);
            return new ServerObjects(tasks(session, page.rows(), clock.millis()), page.next());
        });
    }

    @Override
    public void drain(ServerId server) {
        transactions.run(session -> begin(session, server, Evacuation.Kind.DRAIN));
    }

    @Override
    public void cancelDrain(ServerId server) {
        transactions.run(session -> Evacuations.end(session, server, Evacuation.Kind.DRAIN));
    }

    @Override
    public void begin(long fence, ServerId lost) {
        transactions.run(session -> {
            Fencing.require(session, fence);
            return begin(session, lost, Evacuation.Kind.LOST);
        });
    }

    private int begin(StatelessSession session, ServerId server, Evacuation.Kind kind) {
        session.doWork(connection -> RedirectRows.endRedirectsTo(connection, server));
        return Evacuations.begin(session, server, kind, clock.millis());
    }

    @Override
    public void end(long fence, Evacuation record) {
        transactions.run(session -> {
            Fencing.require(session, fence);
            return Evacuations.end(session, record);
        });
    }

    @Override
    public Optional<Evacuation> walk(long fence, Evacuation at, int limit) {
        return new ServerWalk(transactions, clock, fence).page(at, limit);
    }

    @Override
    public void progress(long fence, Evacuation evacuation) {
        transactions.run(session -> {
            Fencing.require(session, fence);
            return Evacuations.progress(session, evacuation);
        });
    }

    /**
     * Much garbage may wait there, so it is collected in separate transactions; if the last one is refused,
     * reconciliation finds the garbage again.
     */
    @Override
    public void forget(ServerId server) {
        forget(server, session -> Evacuations.of(session, server));
    }

    /**
     * As {@link #forget(ServerId)}, by these records: those of a mapping table on several databases are in the first.
     */
    public void forget(ServerId server, List<Evacuation> records) {
        forget(server, session -> records);
    }

    private void forget(ServerId server, Function<StatelessSession, List<Evacuation>> records) {
        boolean unused = transactions.run(session -> hasLeft(session, server, records.apply(session)));
        int collected;
        do {
            collected = transactions.run(session -> collectAll(session, server));
        } while (collected > 0);
        unused = transactions.run(
                session -> hasLeft(session, server, records.apply(session)) && remove(session, server));
    }

    /** What waits for the server counts as collected. Returns how much of it this call took. */
    private int collectAll(StatelessSession session, ServerId server) {
        List<Long> waiting = OutboxQueue.dueOn(session, List.of(server), Long.MAX_VALUE, COLLECTED_AT_ONCE).stream()
                .map(Garbage::id)
                .toList();
        OutboxQueue.collected(session, waiting, grace, clock.millis());
        return waiting.size();
    }

    /** True, or an error that says why not. */
    private static boolean hasLeft(StatelessSession session, ServerId server, List<Evacuation> records) {
        KnownServers.requireAway(session, server);
        Evacuation.requireEmptied(
                server,
                records,
                RepairQueries.degradedOn(session, server),
                RepairQueries.holdsObjects(session, server));
        return true;
    }

    private static boolean remove(StatelessSession session, ServerId server) {
        Evacuations.endAll(session, server);
        Halts.remove(session, server);
        return KnownServers.remove(session, server);
    }

    @Override
    public Evacuating evacuating() {
        long now = clock.millis();
        return transactions.run(session -> new Evacuating(now, Evacuations.all(session)));
    }

    @Override
    public RepairStatus repairStatus() {
        long now = clock.millis();
        return transactions.run(session -> RepairQueries.status(session, now));
    }
}
