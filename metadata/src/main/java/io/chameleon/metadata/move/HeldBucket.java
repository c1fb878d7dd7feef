package io.chameleon.metadata.move;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.metadata.database.Replication;
import io.chameleon.metadata.schema.Rollback;
import io.chameleon.metadata.statement.FrozenBuckets;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A bucket that moves, in both of its databases, during a phase: one connection to each. A transaction takes the frozen
 * bucket over from earlier attempts, or fails because a later one has. One thread.
 */
final class HeldBucket implements AutoCloseable {
    /** What is done while a bucket is held. */
    interface Work<T> {
        T run(Connection connection) throws SQLException, IOException, InterruptedException;
    }

    private final BucketMove move;
    private final long attempt;
    private final Connection source;
    private final Connection target;

    private HeldBucket(ClaimedMove claimed, Connection source, Connection target) {
        this.move = claimed.move();
        this.attempt = claimed.attempt();
        this.source = source;
        this.target = target;
    }

    static HeldBucket connect(MoverConnections connections, ClaimedMove claimed) throws SQLException {
        Connection source = connections.open(claimed.move().source());
        try {
            return new HeldBucket(
                    claimed, source, connections.open(claimed.move().target()));
        } catch (SQLException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /** In a transaction, as every connection here. */
    Connection source() {
        return source;
    }

    Connection target() {
        return target;
    }

    void freeze(Connection connection, boolean hasLeft) throws SQLException {
        try (Rollback _ = connection::rollback) {
            FrozenBuckets.guard(connection);
            if (!FrozenBuckets.freeze(connection, move.bucket(), attempt, hasLeft)) {
                throw new SupersededException(move);
            }
            commit(connection);
        }
    }

    void takeOver() throws SQLException {
        for (Connection connection : List.of(source, target)) {
            try (Rollback _ = connection::rollback) {
                FrozenBuckets.takeOver(connection, move.bucket(), attempt);
                connection.commit();
            }
        }
    }

    void thaw(Connection connection) throws SQLException {
        try (Rollback _ = connection::rollback) {
            FrozenBuckets.thaw(connection, move.bucket(), attempt);
            commit(connection);
        }
    }

    /** In a transaction that may change what is frozen, and that no later attempt can overtake. */
    <T> T holding(Connection connection, Work<T> work) throws SQLException, IOException, InterruptedException {
        try (Rollback _ = connection::rollback) {
            FrozenBuckets.pass(connection);
            if (!FrozenBuckets.hold(connection, move.bucket(), attempt)) {
                throw new SupersededException(move);
            }
            T result = work.run(connection);
            commit(connection);
            return result;
        }
    }

    /** What one database loses in a failover must not be gone from the other. */
    private static void commit(Connection connection) throws SQLException {
        connection.clearWarnings();
        connection.commit();
        Replication.require(connection);
    }

    @Override
    public void close() throws SQLException {
        try (Connection one = source;
                Connection other = target) {
            // Both are closed, also if one of them does not want to.
        }
    }
}
