package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Migration;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.Redirect;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.StoredPlan;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.DatabaseEpoch;
import io.chameleon.metadata.epoch.FencedTransactions;
import io.chameleon.metadata.epoch.Fencing;
import io.chameleon.metadata.epoch.GroupRows;
import io.chameleon.metadata.epoch.HeatOrder;
import io.chameleon.metadata.epoch.Intents;
import io.chameleon.metadata.epoch.Plans;
import io.chameleon.metadata.epoch.RedirectRows;
import io.chameleon.metadata.row.BalancerEpochRow;
import io.chameleon.metadata.statement.EpochLogRows;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.statement.StoredRows;
import java.time.Duration;
import java.time.InstantSource;
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
    private final Database database;
    private final Transactions transactions;
    private final FencedTransactions fenced;
    private final DatabaseEpoch epoch;
    private final InstantSource clock;
    private final Duration grace;

    public PostgresRemapTable(Database database, InstantSource clock, Duration grace) {
        this.database = database;
        this.transactions = database.transactions();
        this.fenced = new FencedTransactions(transactions);
        this.epoch = new DatabaseEpoch(database, clock);
        this.clock = clock;
        this.grace = grace;
    }

    @Override
    public BalancerEpoch balancerEpoch() {
        return epoch.current();
    }

    @Override
    public BalancerEpoch claim(String holder) {
        return epoch.claim(holder, BalancerEpoch.INITIAL);
    }

    @Override
    public BalancerEpoch advanceEpoch(long fence) {
        return epoch.advance(fence);
    }

    @Override
    public List<ObjectMapping> hottest(int limit) {
        return transactions.query(
                connection -> HeatOrder.hottest(connection, new MappingReader(database.codes()), limit));
    }

    @Override
    public List<ObjectMapping> coldest(int limit) {
        return transactions.query(
                connection -> HeatOrder.coldest(connection, new MappingReader(database.codes()), limit));
    }

    @Override
    public List<ObjectMapping> pending(long epoch, @Nullable Position after, int limit) {
        return transactions.run(session -> Intents.pending(session, epoch, after, limit));
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
        fenced.run(fence, session -> Plans.complete(session, epoch));
    }

    @Override
    public List<Remap.Outcome> remap(long fence, List<Remap> remaps) {
        return fenced.run(fence, session -> remapping(session).remap(remaps));
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
        return fenced.run(fence, session -> remapping(session).migrate(migration));
    }

    private RemapTransaction remapping(StatelessSession session) {
        return new RemapTransaction(session, clock, grace);
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
        return fenced.run(fence, session -> EpochLogRows.compact(session, epoch));
    }
}
