package io.chameleon.metadata.table;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.UpgradeWindow;
import io.chameleon.metadata.schema.Rollback;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the rows in each state anew, once after a start, unless another process has since, or an upgrade is over
 * ({@link UpgradeWindow}): only a process of an earlier build, which may run beside this one, changes no sum.
 *
 * <p>Cost: reads all rows, on a connection of its own and without a time limit. Nobody waits for it.
 */
public final class StateRecount implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateRecount.class);

    private static final Duration DELAY = UpgradeWindow.LENGTH;

    private static final String LAST = """
            select c.counted_millis, c.counted_millis > 0 and s.settled
            from state_count c cross join (select settled from server_object_check where id = 1) s
            where c.id = 1 for update of c skip locked
            """;
    private static final String COUNTED = "update state_count set counted_millis = ? where id = 1";

    /**
     * One statement sees rows and sums at one instant, so their difference is right whatever is committed meanwhile. It
     * is added like that of any transaction.
     */
    private static final String RECOUNT = """
            insert into stored (kind, name, part, bytes, objects)
            select 3, of.name, 0, 0, cast(sum(of.objects) as bigint)
            from (select cast(state as text) as name, count(*) as objects from object_mapping group by state
                  union all
                  select name, -sum(objects) from stored where kind = 3 group by name) of
            group by of.name having sum(of.objects) <> 0
            on conflict (kind, name, part) do update set objects = stored.objects + excluded.objects
            """;

    private final DataSource connections;
    private final InstantSource clock;
    private final long startedMillis;
    private final ScheduledExecutorService clockwork = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("chameleon-state-recount").factory());

    public StateRecount(Database database, InstantSource clock) {
        this.connections = database.unlimited();
        this.clock = clock;
        this.startedMillis = clock.millis();
    }

    public void start() {
        var unused = clockwork.schedule(
                () -> {
                    try {
                        boolean unusedCounted = recount();
                    } catch (SQLException | RuntimeException e) {
                        LOG.info("the rows in each state are counted later: {}", e.toString());
                        start();
                    }
                },
                DELAY.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Returns whether it has counted: not if another process has since the start, or does now, or nobody needs to. */
    boolean recount() throws SQLException {
        try (Connection connection = connections.getConnection();
                Rollback _ = connection::rollback) {
            connection.setAutoCommit(false);
            if (!isDue(connection)) {
                return false;
            }
            try (Statement statement = connection.createStatement()) {
                int wrong = statement.executeUpdate(RECOUNT);
                if (wrong > 0) {
                    LOG.info("the numbers of rows in {} states were wrong, and are right now", wrong);
                }
            }
            try (PreparedStatement statement = connection.prepareStatement(COUNTED)) {
                statement.setLong(1, clock.millis());
                int unused = statement.executeUpdate();
            }
            connection.commit();
            return true;
        }
    }

    private boolean isDue(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet last = statement.executeQuery(LAST)) {
            return last.next() && last.getLong(1) < startedMillis && !last.getBoolean(2);
        }
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }
}
