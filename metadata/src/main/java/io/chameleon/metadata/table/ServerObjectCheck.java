package io.chameleon.metadata.table;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.hibernate.StatelessSession;
import org.hibernate.query.CommonQueryContract;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slowly and repeatedly goes over all objects and adds what a process of an earlier build left out, which may run
 * beside this one during an upgrade: entries of {@code server_object}, of which surplus ones do no harm, and the keys
 * of former versions. One process at a time does this, whichever comes first; the cursor is stored in the table.
 */
public final class ServerObjectCheck implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerObjectCheck.class);
    private static final int PAGE = 500;
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private static final String OF_PAGE = """
            from object_mapping where (bucket, object_key) > (:bucket, :key) and (bucket, object_key) <= (:lastBucket, :lastKey)""";

    /** Row by row ({@code offset 0} keeps it so): as a join it read all of the index in each step. */
    private static final String ADD = """
            insert into server_object (server, bucket, object_key)
            select distinct l.server, m.bucket, m.object_key
            from (select bucket, object_key, coalesce(source_servers, destination_servers) as live %s) m
            cross join lateral unnest(m.live) as l(server)
            left join lateral (
                select true as known from server_object
                where server = l.server and bucket = m.bucket and object_key = m.object_key offset 0) s on true
            where s.known is null
            on conflict do nothing
            """.formatted(OF_PAGE);

    /** By content id, of which {@code object_version} has an index. A component of that content is named by it. */
    private static final String UNNAMED_FORMER = """
            select m.bucket, m.object_key, v.object_key as of
            from (select bucket, object_key, content_high, content_low %s and bucket like '%%+parts' and version_of = '') m
            cross join lateral (
                select object_key from object_version
                where bucket = left(m.bucket, -length('+parts')) and content_high = m.content_high and content_low = m.content_low
                    and not marker offset 0) v
            where m.object_key = lpad(to_hex(m.content_high), 16, '0') || lpad(to_hex(m.content_low), 16, '0')
            """.formatted(OF_PAGE);

    private static final String NAME = "update object_mapping set version_of = :of"
            + " where bucket = :bucket and object_key = :key and version_of = ''";

    private final Transactions transactions;
    private final Counter missing;
    private final ScheduledExecutorService clockwork = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("chameleon-server-object-check").factory());

    /** @param registry gets {@code chameleon_metadata_index_missing_total}: rows that were missing */
    public ServerObjectCheck(Database database, MeterRegistry registry) {
        this.transactions = database.transactions();
        this.missing = Counter.builder("chameleon.metadata.index.missing")
                .description("rows that were missing in the index from servers to objects, and were added")
                .register(registry);
    }

    public void start() {
        var unused = clockwork.scheduleWithFixedDelay(
                () -> {
                    try {
                        step(PAGE);
                    } catch (RuntimeException e) {
                        LOG.info("the index of servers is checked later: {}", e.toString());
                    }
                },
                PERIOD.toMillis(),
                PERIOD.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Checks the next {@code limit} objects, unless another process does. Returns whether they were the last. */
    boolean step(int limit) {
        return transactions.run(session -> page(session, limit));
    }

    private boolean page(StatelessSession session, int limit) {
        List<Object[]> cursor = session.createNativeQuery(
                        "select bucket, object_key from server_object_check where id = 1 for update skip locked",
                        Object[].class)
                .getResultList();
        if (cursor.isEmpty()) {
            return false;
        }
        String bucket = (String) cursor.getFirst()[0];
        String key = (String) cursor.getFirst()[1];
        List<Object[]> page = session.createNativeQuery(
                        "select bucket, object_key from object_mapping where (bucket, object_key) > (:bucket, :key)"
                                + " order by bucket, object_key limit :most",
                        Object[].class)
                .setParameter("bucket", bucket)
                .setParameter("key", key)
                .setParameter("most", limit)
                .getResultList();
        int added = 0;
        if (!page.isEmpty()) {
            added = of(session.createNativeMutationQuery(ADD), bucket, key, page.getLast())
                    .executeUpdate();
            name(
                    session,
                    of(session.createNativeQuery(UNNAMED_FORMER, Object[].class), bucket, key, page.getLast())
                            .getResultList());
        }
        if (added > 0) {
            LOG.warn("{} rows were missing in the index of servers, and are there now", added);
            missing.increment(added);
        }
        boolean last = page.size() < limit;
        move(session, last ? new Object[] {"", ""} : page.getLast(), added);
        return last;
    }

    private static <Q extends CommonQueryContract> Q of(Q query, String bucket, String key, Object[] last) {
        query.setParameter("bucket", bucket)
                .setParameter("key", key)
                .setParameter("lastBucket", last[0])
                .setParameter("lastKey", last[1]);
        return query;
    }

    private static void name(StatelessSession session, List<Object[]> former) {
        for (Object[] version : former) {
            int unused = session.createNativeMutationQuery(NAME)
                    .setParameter("bucket", version[0])
                    .setParameter("key", version[1])
                    .setParameter("of", version[2])
                    .executeUpdate();
        }
    }

    private static void move(StatelessSession session, Object[] to, int added) {
        int unused = session.createNativeMutationQuery(
                        "update server_object_check set bucket = :bucket, object_key = :key, found = found + :added"
                                + " where id = 1")
                .setParameter("bucket", to[0])
                .setParameter("key", to[1])
                .setParameter("added", added)
                .executeUpdate();
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }
}
