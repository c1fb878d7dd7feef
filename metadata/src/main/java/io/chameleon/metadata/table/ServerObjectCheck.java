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

    private static final String ADD = """
            insert into server_object (server, bucket, object_key)
            select distinct l.server, m.bucket, m.object_key
            from (select bucket, object_key, coalesce(source_servers, destination_servers) as live from object_mapping
                where (bucket, object_key) > (:bucket, :key) and (bucket, object_key) <= (:lastBucket, :lastKey)) m
            cross join lateral unnest(m.live) as l(server)
            where not exists (
                select 1 from server_object s
                where s.server = l.server and s.bucket = m.bucket and s.object_key = m.object_key)
            on conflict do nothing
            """;

    /** By content id, of which {@code object_version} has an index. A component of that content is named by it. */
    private static final String NAME_FORMER = """
            update object_mapping m set version_of = v.object_key from object_version v
            where (m.bucket, m.object_key) > (:bucket, :key) and (m.bucket, m.object_key) <= (:lastBucket, :lastKey)
                and m.bucket like '%+parts' and m.version_of = '' and not v.marker
                and v.bucket = left(m.bucket, -length('+parts'))
                and v.content_high = m.content_high and v.content_low = m.content_low
                and m.object_key = lpad(to_hex(v.content_high), 16, '0') || lpad(to_hex(v.content_low), 16, '0')
            """;

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
        int added = page.isEmpty() ? 0 : change(ADD, session, bucket, key, page.getLast());
        int unused = page.isEmpty() ? 0 : change(NAME_FORMER, session, bucket, key, page.getLast());
        if (added > 0) {
            LOG.warn("{} rows were missing in the index of servers, and are there now", added);
            missing.increment(added);
        }
        boolean last = page.size() < limit;
        move(session, last ? new Object[] {"", ""} : page.getLast(), added);
        return last;
    }

    private static int change(String sql, StatelessSession session, String bucket, String key, Object[] last) {
        return session.createNativeMutationQuery(sql)
                .setParameter("bucket", bucket)
                .setParameter("key", key)
                .setParameter("lastBucket", last[0])
                .setParameter("lastKey", last[1])
                .executeUpdate();
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
