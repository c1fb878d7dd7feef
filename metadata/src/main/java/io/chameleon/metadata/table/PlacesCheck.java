package io.chameleon.metadata.table;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.database.UpgradeWindow;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.Places;
import io.chameleon.metadata.schema.OnlineIndexes;
import io.chameleon.metadata.statement.LargeRows;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.transport.protocol.OneLine;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slowly and repeatedly goes over all objects and stores what a process of an earlier build left out, which may run
 * beside this one during an upgrade: the codes of servers ({@link Places}), and the keys of former versions. Rows that
 * can be smaller are written again ({@link LargeRows}). One process at a time does this, whichever comes first; the
 * cursor is stored in the table. A pass that began after the {@link UpgradeWindow} settles the upgrade: {@code
 * server_object}, by which earlier builds walk, is then emptied.
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
                and m.destination_servers is not null and m.places is distinct from\s""" + Places.OF_ROW;

    private static final String MISSING = "select count(*), count(m.places) " + OF_PAGE;

    private static final String STORE =
            "update object_mapping m set places = " + Places.OF_ROW + OF_PAGE.replace("from object_mapping m", "");

    private static final String LISTED = "select exists (select 1 from server_object)"
            + " and (select settled from server_object_check where id = 1)";

    /** @param stored rows with codes that were missing or wrong, and rows that are smaller now */
    private record Step(boolean isLast, int stored) {}

    private final Transactions transactions;
    private final Database database;
    private final DataSource unlimited;
    private final Counter wrong;
    private boolean indexed;
    private boolean formerGone;
    /** The kind of failure that the log was told of; null if the last turn ended well. */
    private @Nullable String told;

    private final ScheduledExecutorService clockwork = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("chameleon-places-check").factory());

    /** @param registry gets {@code chameleon_metadata_index_missing_total}: objects with codes that were wrong */
    public PlacesCheck(Database database, MeterRegistry registry) {
        this.transactions = database.transactions();
        this.database = database;
        this.unlimited = database.unlimited();
        this.wrong = Counter.builder("chameleon.metadata.index.missing")
                .description("objects that were missing in the index from servers to objects, and were added")
                .register(registry);
    }

    public void start() {
        var unused = clockwork.scheduleWithFixedDelay(
                this::attempt, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** An outage of the database would otherwise take a line a second. */
    private void attempt() {
        try {
            turn();
            if (told != null) {
                told = null;
                LOG.info("the codes of servers are checked again");
            }
        } catch (SQLException | RuntimeException e) {
            String kind = e instanceof ChameleonError error
                    ? error.code().name()
                    : e.getClass().getName();
            if (!kind.equals(told)) {
                told = kind;
                LOG.info(
                        "the codes of servers are checked later: {}",
                        OneLine.of(Objects.requireNonNullElse(e.getMessage(), kind)));
            }
        }
    }

    void turn() throws SQLException {
        indexed = indexed || OnlineIndexes.build(unlimited);
        formerGone = formerGone || isLongAfterStart() && OnlineIndexes.dropFormer(unlimited);
        database.codes().name(transactions);
        int pages = 0;
        while (pages < MOST_PAGES && transactions.run(session -> page(session, PAGE)).stored > 0) {
            pages++;
        }
        empty();
    }

    private boolean isLongAfterStart() {
        return transactions.run(session -> UpgradeWindow.of(session).isLongAfterStart());
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
        PlacesCursor cursor = PlacesCursor.lock(session);
        if (cursor == null) {
            return new Step(false, 0);
        }
        UpgradeWindow window = UpgradeWindow.of(session);
        boolean over = window.isOver();
        boolean compact = over && window.allowsCompact();
        List<ObjectKey> page = cursor.next(limit);
        int stored = 0;
        int wrongCodes = 0;
        if (!page.isEmpty()) {
            if (over) {
                int[] counts = session.doReturningWork(connection -> store(connection, cursor.after(), page.getLast()));
                stored = counts[0];
                wrongCodes = counts[1];
            }
            if (compact) {
                stored += LargeRows.rewrite(session, cursor.after(), page.getLast());
            }
            FormerNames.store(session, cursor.after(), page.getLast());
        }
        if (wrongCodes > 0) {
            LOG.warn("{} objects had codes of other servers than theirs, and have theirs now", wrongCodes);
            wrong.increment(wrongCodes);
        }
        boolean last = page.size() < limit;
        if (last) {
            cursor.restart(over, cursor.passCounts() && over, compact, wrongCodes);
        } else {
            cursor.move(page.getLast(), wrongCodes);
        }
        return new Step(last, stored);
    }

    /** Returns how many codes were missing or wrong, and how many of them wrong. */
    private static int[] store(Connection connection, ObjectKey after, ObjectKey last) throws SQLException {
        int[] counts = Sql.all(
                        connection,
                        MISSING,
                        found -> new int[] {found.getInt(1), found.getInt(2)},
                        after.bucket(),
                        after.key(),
                        last.bucket(),
                        last.key())
                .getFirst();
        if (counts[0] > 0) {
            int unused = Sql.update(connection, STORE, after.bucket(), after.key(), last.bucket(), last.key());
        }
        return counts;
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }
}
