package io.chameleon.metadata.repair;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.FencedTransactions;
import io.chameleon.metadata.epoch.Fencing;
import io.chameleon.metadata.epoch.RedirectRows;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.RepairQueueRows;
import io.chameleon.metadata.table.PostgresMappingTable;
import io.chameleon.metadata.table.WorkingSet;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
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
    private final Transactions transactions;
    private final FencedTransactions fenced;
    private final InstantSource clock;
    private final Duration grace;

    public PostgresRepairTable(Database database, InstantSource clock, Duration grace) {
        this.transactions = database.transactions();
        this.fenced = new FencedTransactions(transactions);
        this.clock = clock;
        this.grace = grace;
    }

    @Override
    public List<RepairTask> repairs(int limit) {
        long now = clock.millis();
        return transactions.run(session -> RepairTasks.of(session, DueRepairs.rows(session, now, limit), now));
    }

    @Override
    public Remap.Outcome repair(long fence, Repair repair) {
        return transactions.run(session -> {
            long epoch = Fencing.require(session, fence, LockMode.PESSIMISTIC_READ).epoch;
            return new RepairTransaction(session, epoch, clock).run(repair);
        });
    }

    @Override
    public void postpone(long fence, ObjectId id, WriteId writeId, long delayMillis, String problem) {
        fenced.run(fence, session -> {
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
        return fenced.run(fence, session -> new DamageQueue(session, clock).add(damage));
    }

    @Override
    public int queueFound(long fence, ServerId server, List<FragmentId> damaged) {
        return fenced.run(fence, session -> new DamageQueue(session, clock).add(server, damaged));
    }

    @Override
    public ServerObjects objectsOn(ServerId server, @Nullable ObjectId after, int limit) {
        return transactions.run(session -> {
            RepairQueries.Page page = RepairQueries.on(session, server, after, limit);
            return new ServerObjects(RepairTasks.of(session, page.rows(), clock.millis()), page.next());
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
        fenced.run(fence, session -> begin(session, lost, Evacuation.Kind.LOST));
    }

    private int begin(StatelessSession session, ServerId server, Evacuation.Kind kind) {
        session.doWork(connection -> RedirectRows.endRedirectsTo(connection, server));
        return Evacuations.begin(session, server, kind, clock.millis());
    }

    @Override
    public void end(long fence, Evacuation record) {
        fenced.run(fence, session -> Evacuations.end(session, record));
    }

    @Override
    public Optional<Evacuation> walk(long fence, Evacuation at, int limit) {
        return new ServerWalk(transactions, clock, fence).page(at, limit);
    }

    @Override
    public void progress(long fence, Evacuation evacuation) {
        fenced.run(fence, session -> Evacuations.progress(session, evacuation));
    }

    @Override
    public void forget(ServerId server) {
        new ServerForgetting(transactions, clock, grace, server).run(session -> Evacuations.of(session, server));
    }

    /**
     * As {@link #forget(ServerId)}, by these records: those of a mapping table on several databases are in the first.
     */
    public void forget(ServerId server, List<Evacuation> records) {
        new ServerForgetting(transactions, clock, grace, server).run(session -> records);
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
