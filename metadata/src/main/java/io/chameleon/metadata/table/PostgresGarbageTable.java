package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.Fencing;
import io.chameleon.metadata.row.MappingRow;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.ChunkRows;
import io.chameleon.metadata.statement.ChunkUploads;
import io.chameleon.metadata.statement.FrozenBuckets;
import io.chameleon.metadata.statement.Halts;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.statement.OutboxQueue;
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.upload.ExtentLists;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outbox and the query for live writes, on PostgreSQL. Errors as in {@link PostgresMappingTable}; all calls may be
 * repeated.
 */
public final class PostgresGarbageTable implements GarbageTable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresGarbageTable.class);
    static final int COUNTED = 1_000_000;
    private static final int FORGET_AT_ONCE = 10_000;

    private final Transactions transactions;
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
            OutboxQueue.collected(session, garbageIds, grace, now);
            return forget(session, now - inFlight.toMillis());
        });
    }

    @Override
    public int sweepUploads(long fence, int limit) {
        // A commit of a chunk, decided in time, may land as late as any other.
        Duration age = grace.plus(inFlight);
        long now = clock.millis();
        List<ChunkUpload> abandoned = transactions.run(session -> {
            Fencing.require(session, fence);
            return ChunkUploads.lastTouchedBefore(session, now - age.toMillis(), limit);
        });
        int swept = 0;
        @Nullable RuntimeException failure = null;
        for (ChunkUpload upload : abandoned) {
            try {
                swept += sweep(fence, upload.key(), now, age);
            } catch (RuntimeException e) {
                // The others can still be swept.
                LOG.warn("{} is not swept yet: {}", upload.key(), e.toString());
                failure = e;
            }
        }
        if (swept == 0 && failure != null) {
            throw failure;
        }
        return swept < limit ? swept + sweepComponents(fence, now, age, limit - swept) : swept;
    }

    /** One transaction: those that were released at once, others when no client can add them to an upload any more. */
    private int sweepComponents(long fence, long now, Duration age, int limit) {
        return transactions.run(session -> {
            Fencing.require(session, fence);
            List<ObjectId> taken = ComponentRows.takeUnreferenced(session, now - age.toMillis(), limit);
            WorkingSet rows = WorkingSet.lock(session, taken);
            List<ChunkUpload.Key> chunks = new ArrayList<>();
            List<ObjectMapping> composed = new ArrayList<>();
            for (ObjectId component : taken) {
                ObjectMapping row = rows.row(component);
                if (row != null) {
                    rows.remove(component);
                    rows.queueDead(row, MappingRules.garbageOf(row), now);
                    Stream.ofNullable(ChunkUpload.chunksOf(row)).forEach(chunks::add);
                    composed.add(row);
                }
            }
            rows.flush();
            chunks.forEach(of -> ChunkRows.delete(session, of, now));
            composed.forEach(of -> ExtentLists.drop(session, of));
            return taken.size();
        });
    }

    /** Page by page, so that no transaction is too long, however many chunks there are. */
    private int sweep(long fence, ChunkUpload.Key key, long now, Duration age) {
        int pages = 0;
        int last;
        do {
            last = transactions.run(session -> sweep(session, fence, key, now, age));
            pages += last;
        } while (last > 0);
        return Math.min(pages, 1);
    }

    /** One page; returns 0 if it was already gone, or if its client continued it. */
    private static int sweep(StatelessSession session, long fence, ChunkUpload.Key key, long now, Duration age) {
        Fencing.require(session, fence);
        ChunkUploads locked = ChunkUploads.lock(session, List.of(key));
        ChunkUpload upload = locked.get(key);
        if (upload == null || !upload.isAbandoned(now, age)) {
            return 0;
        }
        if (ChunkRows.deletePage(session, key, now, ChunkRows.PAGE)) {
            locked.remove(key);
            locked.flush();
        }
        return 1;
    }

    /** The number of rows that wait for the reaper, up to {@link #COUNTED}: more are too many in any case. */
    public long waiting() {
        return transactions.run(session -> session.createNativeQuery("""
                        select count(*) from
                            (select 1 from fragment_outbox where forget_millis is null limit :most) as waiting
                        """, Long.class)
                .setParameter("most", COUNTED)
                .getSingleResult());
    }

    private static int forget(StatelessSession session, long beforeMillis) {
        return session.createNativeMutationQuery("""
                        delete from fragment_outbox where id = any(array(
                            select id from fragment_outbox where forget_millis < :before
                            order by forget_millis limit %d))
                        """.formatted(FORGET_AT_ONCE))
                .setParameter("before", beforeMillis)
                .executeUpdate();
    }

    @Override
    public Set<WriteId> liveWrites(ServerId server, Collection<WriteId> writeIds) {
        long now = clock.millis();
        Set<WriteId> live = transactions.run(session -> live(server, rows(session, writeIds)));
        writeIds.stream().filter(writeId -> mayBeInFlight(writeId, now)).forEach(live::add);
        return live;
    }

    private static Set<WriteId> live(ServerId server, Stream<ObjectMapping> rows) {
        return rows.filter(row -> row.live().servers().contains(server)
                        || row.destination().servers().contains(server))
                .map(ObjectMapping::writeId)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * {@inheritDoc}
     *
     * <p>If a write is current elsewhere, its row is locked before it is judged. Migration and repair lock it too, and
     * read the outbox after that, so the second sees what the first has done. A write that is current nowhere has no
     * row to lock, and is so old that it cannot become current any more. Most writes are live, and are not locked.
     */
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
        return transactions.run(session -> {
            Fencing.require(session, fence);
            Set<WriteId> dead = new HashSet<>(writeIds);
            dead.removeIf(writeId -> mayBeInFlight(writeId, now));
            dead.removeAll(live(server, rows(session, dead)));
            List<ObjectMapping> locked = lockedRows(session, dead).toList();
            dead.removeAll(live(server, locked.stream()));
            dead.removeAll(frozen(session, locked));
            if (onlyKnown) {
                dead.retainAll(known(session, server, dead));
            }
            return dead.isEmpty() ? Set.of() : Outbox.condemn(session, server, dead, now);
        });
    }

    /** Of a bucket that is moving nothing is condemned: what is remembered of its writes has been copied, perhaps. */
    private static Set<WriteId> frozen(StatelessSession session, List<ObjectMapping> rows) {
        Set<String> frozen = rows.isEmpty() ? Set.of() : FrozenBuckets.names(session);
        return rows.stream()
                .filter(row -> frozen.contains(ObjectId.userBucket(row.id().bucket())))
                .map(ObjectMapping::writeId)
                .collect(Collectors.toSet());
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
        return transactions.run(session -> {
            Set<WriteId> dead = new HashSet<>(writeIds);
            dead.removeIf(writeId -> mayBeInFlight(writeId, now));
            dead.removeAll(live(server, rows(session, dead)));
            dead.removeAll(Outbox.waiting(session, server, dead));
            if (onlyKnown) {
                dead.retainAll(known(session, server, dead));
            }
            return dead;
        });
    }

    /**
     * Those of these writes of which something is here: the row of their object, or one of the outbox for this server.
     * No other database of the mapping table can say whether they are dead.
     */
    public Set<WriteId> known(ServerId server, Collection<WriteId> writeIds) {
        return transactions.run(session -> known(session, server, writeIds));
    }

    private static Set<WriteId> known(StatelessSession session, ServerId server, Collection<WriteId> writeIds) {
        Set<WriteId> known =
                rows(session, writeIds).map(ObjectMapping::writeId).collect(Collectors.toCollection(HashSet::new));
        known.addAll(Outbox.of(session, server, new HashSet<>(writeIds)));
        return known;
    }

    @Override
    public List<ReconciliationHalt> halts() {
        return transactions.run(Halts::all);
    }

    @Override
    public void halt(long fence, ServerId server, long found, long held) {
        long now = clock.millis();
        transactions.run(session -> {
            Fencing.require(session, fence);
            return Halts.put(session, server, found, held, now);
        });
    }

    @Override
    public boolean confirmHalt(ServerId server) {
        return transactions.run(session -> Halts.confirm(session, server));
    }

    @Override
    public void endHalt(long fence, ReconciliationHalt halt) {
        transactions.run(session -> {
            Fencing.require(session, fence);
            return Halts.end(session, halt);
        });
    }

    private boolean mayBeInFlight(WriteId writeId, long now) {
        return !MappingRules.tooOld(writeId, now, grace.plus(inFlight))
                && !MappingRules.fromFuture(writeId, now + inFlight.toMillis());
    }

    private static final String CURRENT = """
            select m.* from object_mapping m
            join unnest(cast(:highs as bigint[]), cast(:lows as bigint[])) as wanted(high, low)
              on m.write_high = wanted.high and m.write_low = wanted.low
            """;

    /** The rows whose current version is one of these writes. */
    public static Stream<ObjectMapping> rows(StatelessSession session, Collection<WriteId> writeIds) {
        return rows(session, CURRENT, writeIds);
    }

    /** As {@link #rows}, locked in the order of their ids until the end of the transaction. */
    private static Stream<ObjectMapping> lockedRows(StatelessSession session, Collection<WriteId> writeIds) {
        return rows(session, CURRENT + "order by m.bucket, m.object_key for update of m", writeIds);
    }

    private static Stream<ObjectMapping> rows(StatelessSession session, String sql, Collection<WriteId> writeIds) {
        return session
                .createNativeQuery(sql, MappingRow.class)
                .setParameter("highs", WriteKey.highs(writeIds))
                .setParameter("lows", WriteKey.lows(writeIds))
                .getResultList()
                .stream()
                .map(MappingRow::toMapping);
    }
}
