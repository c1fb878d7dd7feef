package io.chameleon.metadata.table;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.OnlineIndexes;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.database.UpgradeWindow;
import io.chameleon.metadata.row.Places;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.hibernate.StatelessSession;
import org.hibernate.query.CommonQueryContract;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slowly and repeatedly goes over all objects and stores what a process of an earlier build left out, which may run
 * beside this one during an upgrade: the codes of servers ({@link Places}), and the keys of former versions. One
 * process at a time does this, whichever comes first; the cursor is stored in the table. A pass that began after the
 * {@link UpgradeWindow} settles the upgrade: {@code server_object}, by which earlier builds walk, is then emptied.
 *
 * <p>Before, it has {@link OnlineIndexes} built.
 */
public final class PlacesCheck implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlacesCheck.class);
    private static final int PAGE = 500;
    private static final Duration PERIOD = Duration.ofSeconds(1);
    /** Pages of a period as long as codes are missing: ten million objects in half an hour. */
    private static final int MOST_PAGES = 10;

    private static final String OF_PAGE = """
            from object_mapping m where (m.bucket, m.object_key) > (?, ?) and (m.bucket, m.object_key) <= (?, ?)
                and m.places is distinct from\s""" + Places.OF_ROW;

    private static final String MISSING = "select count(*), count(m.places) " + OF_PAGE;

    private static final String STORE =
            "update object_mapping m set places = " + Places.OF_ROW + OF_PAGE.replace("from object_mapping m", "");

    /** By content id, of which {@code object_version} has an index. A component of that content is named by it. */
    private static final String UNNAMED_FORMER = """
            select m.bucket, m.object_key, v.object_key as of
            from (select bucket, object_key, content_high, content_low
                  from object_mapping where (bucket, object_key) > (:bucket, :key) and (bucket, object_key) <= (:lastBucket, :lastKey)
                      and bucket like '%+parts' and version_of = '') m
            cross join lateral (
                select object_key from object_version
                where bucket = left(m.bucket, -length('+parts')) and content_high = m.content_high and content_low = m.content_low
                    and not marker offset 0) v
            where m.object_key = lpad(to_hex(m.content_high), 16, '0') || lpad(to_hex(m.content_low), 16, '0')
            """;

    private static final String NAME = "update object_mapping set version_of = :of"
            + " where bucket = :bucket and object_key = :key and version_of = ''";

    private static final String LISTED = "select exists (select 1 from server_object)"
            + " and (select settled from server_object_check where id = 1)";

    /** @param stored codes that were missing or wrong */
    private record Step(boolean isLast, int stored) {}

    private final Transactions transactions;
    private final DataSource unlimited;
    private final Counter wrong;
    private boolean indexed;
    private final ScheduledExecutorService clockwork = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("chameleon-places-check").factory());

    /** @param registry gets {@code chameleon_metadata_index_missing_total}: objects with codes that were wrong */
    public PlacesCheck(Database database, MeterRegistry registry) {
        this.transactions = database.transactions();
        this.unlimited = database.unlimited();
        this.wrong = Counter.builder("chameleon.metadata.index.missing")
                .description("objects that were missing in the index from servers to objects, and were added")
                .register(registry);
    }

    public void start() {
        var unused = clockwork.scheduleWithFixedDelay(
                () -> {
                    try {
                        turn();
                    } catch (SQLException | RuntimeException e) {
                        LOG.info("the codes of servers are checked later: {}", e.toString());
                    }
                },
                PERIOD.toMillis(),
                PERIOD.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void turn() throws SQLException {
        indexed = indexed || OnlineIndexes.build(unlimited);
        int pages = 0;
        while (pages < MOST_PAGES && transactions.run(session -> page(session, PAGE)).stored > 0) {
            pages++;
        }
        empty();
    }

    /** Checks the next {@code limit} objects, unless another process does. Returns whether they were the last. */
    boolean step(int limit) {
        return transactions.run(session -> page(session, limit)).isLast;
    }

    /** Empties {@code server_object} once the upgrade is settled. Returns whether there was anything. */
    boolean empty() {
        return transactions.run(session -> {
            boolean listed = session.createNativeQuery(LISTED, Boolean.class).getSingleResult();
            if (listed) {
                int unused = session.createNativeMutationQuery("set local lock_timeout = '1s'")
                        .executeUpdate();
                unused = session.createNativeMutationQuery("truncate server_object")
                        .executeUpdate();
            }
            return listed;
        });
    }

    private Step page(StatelessSession session, int limit) {
        List<Object[]> cursor = session.createNativeQuery(
                        "select bucket, object_key, pass_counts from server_object_check where id = 1 for update skip locked",
                        Object[].class)
                .getResultList();
        if (cursor.isEmpty()) {
            return new Step(false, 0);
        }
        String bucket = (String) cursor.getFirst()[0];
        String key = (String) cursor.getFirst()[1];
        boolean passCounts = (Boolean) cursor.getFirst()[2];
        boolean over = UpgradeWindow.of(session).isOver();
        List<Object[]> page = session.createNativeQuery(
                        "select bucket, object_key from object_mapping where (bucket, object_key) > (:bucket, :key)"
                                + " order by bucket, object_key limit :most",
                        Object[].class)
                .setParameter("bucket", bucket)
                .setParameter("key", key)
                .setParameter("most", limit)
                .getResultList();
        int stored = 0;
        int wrongCodes = 0;
        if (!page.isEmpty()) {
            Object[] last = page.getLast();
            if (over) {
                int[] counts = session.doReturningWork(connection -> store(connection, bucket, key, last));
                stored = counts[0];
                wrongCodes = counts[1];
            }
            name(
                    session,
                    of(session.createNativeQuery(UNNAMED_FORMER, Object[].class), bucket, key, last)
                            .getResultList());
        }
        if (wrongCodes > 0) {
            LOG.warn("{} objects had codes of other servers than theirs, and have theirs now", wrongCodes);
            wrong.increment(wrongCodes);
        }
        boolean last = page.size() < limit;
        if (last) {
            restart(session, over, passCounts && over, wrongCodes);
        } else {
            move(session, page.getLast(), wrongCodes);
        }
        return new Step(last, stored);
    }

    /** Returns how many codes were missing or wrong, and how many of them wrong. */
    private static int[] store(Connection connection, String bucket, String key, Object[] last) throws SQLException {
        int[] counts = new int[2];
        try (PreparedStatement missing = bound(connection.prepareStatement(MISSING), bucket, key, last);
                ResultSet found = missing.executeQuery()) {
            found.next();
            counts[0] = found.getInt(1);
            counts[1] = found.getInt(2);
        }
        if (counts[0] > 0) {
            try (PreparedStatement store = bound(connection.prepareStatement(STORE), bucket, key, last)) {
                int unused = store.executeUpdate();
            }
        }
        return counts;
    }

    private static PreparedStatement bound(PreparedStatement statement, String bucket, String key, Object[] last)
            throws SQLException {
        statement.setString(1, bucket);
        statement.setString(2, key);
        statement.setString(3, (String) last[0]);
        statement.setString(4, (String) last[1]);
        return statement;
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

    private static void move(StatelessSession session, Object[] to, int wrongCodes) {
        int unused = session.createNativeMutationQuery(
                        "update server_object_check set bucket = :bucket, object_key = :key, found = found + :wrong"
                                + " where id = 1")
                .setParameter("bucket", to[0])
                .setParameter("key", to[1])
                .setParameter("wrong", wrongCodes)
                .executeUpdate();
    }

    private static void restart(StatelessSession session, boolean counts, boolean settles, int wrongCodes) {
        int unused = session.createNativeMutationQuery("""
                        update server_object_check set bucket = '', object_key = '', found = found + :wrong,
                            pass_counts = :counts, settled = settled or :settles
                        where id = 1
                        """)
                .setParameter("wrong", wrongCodes)
                .setParameter("counts", counts)
                .setParameter("settles", settles)
                .executeUpdate();
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }
}
