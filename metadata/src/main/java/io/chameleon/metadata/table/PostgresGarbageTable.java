package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.FencedTransactions;
import io.chameleon.metadata.statement.Halts;
import io.chameleon.metadata.statement.OutboxCollection;
import io.chameleon.metadata.statement.OutboxQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.hibernate.StatelessSession;

/**
 * The outbox and the query for live writes, on PostgreSQL. Errors as in {@link PostgresMappingTable}; all calls may be
 * repeated.
 */
public final class PostgresGarbageTable implements GarbageTable {
    private final Transactions transactions;
    private final FencedTransactions fenced;
    private final InstantSource clock;
    private final Duration grace;
    /**
     * A commit may be decided just before its write grows too old and land a little later, or by a process whose clock
     * is behind. So for this long beyond the grace period a write counts as "may be about to be live", and its outbox
     * row is kept.
     */
    private final Duration inFlight;

    public PostgresGarbageTable(Database database, InstantSource clock, Duration grace) {
        this.transactions = database.transactions();
        this.fenced = new FencedTransactions(transactions);
        this.clock = clock;
        this.grace = grace;
        this.inFlight = database.longestTransaction();
    }

    @Override
    public List<Garbage> garbage(long minAgeMillis, int limit) {
        return transactions.run(session -> OutboxQueue.due(session, clock.millis() - minAgeMillis, limit));
    }

    @Override
    public List<Garbage> garbage(Collection<ServerId> servers, long minAgeMillis, int each) {
        return transactions.run(session -> OutboxQueue.dueOn(session, servers, clock.millis() - minAgeMillis, each));
    }

    @Override
    public void collected(Collection<Long> garbageIds) {
        long now = clock.millis();
        transactions.run(session -> {
            OutboxCollection.collect(session, garbageIds, grace, now);
            return OutboxCollection.forget(session, now - inFlight.toMillis());
        });
    }

    @Override
    public int sweepUploads(long fence, int limit) {
        // A commit of a chunk, decided in time, may land as late as any other.
        return new UploadSweep(fenced, fence, clock.millis(), grace.plus(inFlight)).run(limit);
    }

    /**
     * The number of rows that wait for the reaper, up to {@link OutboxQueue#COUNTED}: more are too many in any case.
     */
    public long waiting() {
        return transactions.run(OutboxQueue::waiting);
    }

    @Override
    public Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds) {
        long now = clock.millis();
        return transactions.run(session -> on(server, session, now).live(writeIds));
    }

    private DeadWrites on(ServerId server, StatelessSession session, long now) {
        return new DeadWrites(session, server, now, grace, inFlight);
    }

    @Override
    public Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds) {
        return condemn(fence, server, writeIds, false);
    }

    /** As {@link #condemn}, but only what is {@link #known} here still: a bucket may have moved away since. */
    public Set<WriteId> condemnKnown(long fence, ServerId server, Collection<WriteId> writeIds) {
        return condemn(fence, server, writeIds, true);
    }

    private Set<WriteId> condemn(long fence, ServerId server, Collection<WriteId> writeIds, boolean onlyKnown) {
        long now = clock.millis();
        return fenced.run(fence, session -> on(server, session, now).condemn(writeIds, onlyKnown));
    }

    /** A process whose clock is ahead may accept a write that is from the future here. */
    @Override
    public Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds) {
        return orphans(server, writeIds, false);
    }

    /** As {@link #orphans}, but only what is {@link #known} here still: a bucket may have moved away since. */
    public Set<WriteId> orphansKnown(ServerId server, Collection<WriteId> writeIds) {
        return orphans(server, writeIds, true);
    }

    private Set<WriteId> orphans(ServerId server, Collection<WriteId> writeIds, boolean onlyKnown) {
        long now = clock.millis();
        return transactions.run(session -> on(server, session, now).orphans(writeIds, onlyKnown));
    }

    /**
     * Those of these writes of which something is here: the row of their object, or one of the outbox for this server.
     * No other database of the mapping table can say whether they are dead.
     */
    public Set<WriteId> known(ServerId server, Collection<WriteId> writeIds) {
        return transactions.run(session -> DeadWrites.known(session, server, writeIds));
    }

    @Override
    public List<ReconciliationHalt> halts() {
        return transactions.run(Halts::all);
    }

    @Override
    public void halt(long fence, ServerId server, long found, long held) {
        long now = clock.millis();
        fenced.run(fence, session -> Halts.put(session, server, found, held, now));
    }

    @Override
    public boolean confirmHalt(ServerId server) {
        return transactions.run(session -> Halts.confirm(session, server));
    }

    @Override
    public void endHalt(long fence, ReconciliationHalt halt) {
        fenced.run(fence, session -> Halts.end(session, halt));
    }
}
