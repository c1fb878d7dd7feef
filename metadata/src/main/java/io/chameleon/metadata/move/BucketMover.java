package io.chameleon.metadata.move;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMove.Phase;
import io.chameleon.metadata.routing.FreezeWatch;
import io.chameleon.metadata.schema.Rollback;
import io.chameleon.metadata.statement.FrozenBuckets;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Carries out one phase of a move. Each may be repeated, by any process: an attempt takes the frozen bucket over from
 * those before it, and changes a database only in a transaction that holds it there. So an earlier attempt that
 * still runs somewhere changes nothing any more.
 */
final class BucketMover {
    /** As long as a process may go by what it knew of frozen buckets before, and some more. */
    static final Duration UNTIL_ALL_KNOW = FreezeWatch.VALID.plusSeconds(1);

    private static final Duration LOOK = Duration.ofMillis(50);
    /** Nobody writes to the bucket meanwhile. Transactions of other databases of a PostgreSQL count, too. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** Waits for time to pass. */
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    private final MoverConnections connections;
    private final MoveRecords records;
    private final Pause pause;
    private final Duration longestWait;

    /** @param longestWait for transactions that may have changed the bucket */
    BucketMover(MoverConnections connections, MoveRecords records, Pause pause, Duration longestWait) {
        this.connections = connections;
        this.records = records;
        this.pause = pause;
        this.longestWait = longestWait;
    }

    /** Gives up what waits for a database that is gone. Safe while another thread carries a phase out. */
    void giveUpLostConnections() {
        connections.check();
    }

    /** Returns when the phase has ended. */
    void carryOut(ClaimedMove claimed) throws SQLException, IOException, InterruptedException {
        try (HeldBucket held = HeldBucket.connect(connections, claimed)) {
            switch (claimed.move().phase()) {
                case COPYING -> copy(claimed, held);
                case SWITCHING -> switchOver(claimed, held);
                case CLEANING -> clean(claimed, held);
                case CANCELLING -> cancel(claimed, held);
                default -> throw new IllegalStateException("not open: " + claimed.move());
            }
        }
    }

    /** First both are frozen, so that nothing changes that was copied; what ran on meanwhile is waited for. */
    private void copy(ClaimedMove claimed, HeldBucket held) throws SQLException, IOException, InterruptedException {
        BucketMove move = claimed.move();
        held.freeze(held.target(), true);
        held.freeze(held.source(), false);
        long objects;
        try (Rollback _ = held.source()::rollback) {
            awaitRunning(held.source());
            held.source().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            objects = held.holding(held.target(), target -> {
                BucketTransfer rows = new BucketTransfer(move.bucket());
                rows.delete(target); // of an attempt that died afterwards
                long copied = rows.copy(held.source(), target);
                FrozenBuckets.left(target, move.bucket(), claimed.attempt(), false);
                return copied;
            });
        }
        records.switchOver(claimed, objects);
    }

    /** Until every transaction has ended that may have changed something before the bucket was frozen. */
    private void awaitRunning(Connection connection) throws SQLException, InterruptedException {
        long own = number(connection, "select cast(cast(pg_current_xact_id() as text) as bigint)");
        connection.commit();
        Duration waited = Duration.ZERO;
        while (number(connection, "select cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)")
                <= own) {
            connection.commit();
            if (waited.compareTo(longestWait) >= 0) {
                throw new IllegalStateException("a transaction of the database has been running for "
                        + longestWait.toSeconds() + " s, and may have changed the bucket");
            }
            pause.of(LOOK);
            waited = waited.plus(LOOK);
        }
        connection.commit();
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /**
     * A process that asks is told the target. One that remembers the source asks it what is frozen: from {@link
     * #UNTIL_ALL_KNOW} later on none goes by the source any more, and the target takes writes.
     */
    private void switchOver(ClaimedMove claimed, HeldBucket held)
            throws SQLException, IOException, InterruptedException {
        held.takeOver();
        held.holding(held.source(), source -> {
            FrozenBuckets.left(source, claimed.move().bucket(), claimed.attempt(), true);
            return true;
        });
        pause.of(UNTIL_ALL_KNOW);
        held.thaw(held.target());
        records.advance(claimed, Phase.CLEANING, "");
    }

    /** In the source it stays frozen for ever: a process may have slept since before the move. */
    private void clean(ClaimedMove claimed, HeldBucket held) throws SQLException, IOException, InterruptedException {
        held.takeOver();
        held.holding(held.source(), source -> {
            new BucketTransfer(claimed.move().bucket()).delete(source);
            return true;
        });
        records.end(claimed);
    }

    private void cancel(ClaimedMove claimed, HeldBucket held) throws SQLException, IOException, InterruptedException {
        BucketMove move = claimed.move();
        held.freeze(held.target(), true);
        held.freeze(held.source(), false);
        held.holding(held.target(), target -> {
            new BucketTransfer(move.bucket()).delete(target);
            FrozenBuckets.left(target, move.bucket(), claimed.attempt(), true);
            return true;
        });
        held.thaw(held.source());
        records.advance(claimed, Phase.CANCELLED, move.problem());
    }
}
