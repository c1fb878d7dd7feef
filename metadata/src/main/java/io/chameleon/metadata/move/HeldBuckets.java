package io.chameleon.metadata.move;

import io.chameleon.metadata.database.Replication;
import io.chameleon.metadata.database.Rollback;
import io.chameleon.metadata.statement.FrozenBuckets;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The transactions of a move on either side. Each takes the frozen bucket over from earlier attempts, or fails because
 * a later one has.
 */
final class HeldBuckets {
    /** What is done while a bucket is held. */
    interface Work<T> {
        T run(Connection connection) throws SQLException, IOException, InterruptedException;
    }

    private final MoverConnections connections;

    HeldBuckets(MoverConnections connections) {
        this.connections = connections;
    }

    void freeze(ClaimedMove claimed, int number, boolean hasLeft) throws SQLException {
        try (Connection connection = connection(number);
                Rollback _ = connection::rollback) {
            FrozenBuckets.guard(connection);
            if (!FrozenBuckets.freeze(connection, claimed.move().bucket(), claimed.attempt(), hasLeft)) {
                throw new SupersededException(claimed.move());
            }
            commit(connection);
        }
    }

    void takeOver(ClaimedMove claimed) throws SQLException {
        for (int number : List.of(claimed.move().source(), claimed.move().target())) {
            try (Connection connection = connection(number);
                    Rollback _ = connection::rollback) {
                FrozenBuckets.takeOver(connection, claimed.move().bucket(), claimed.attempt());
                connection.commit();
            }
        }
    }

    void thaw(ClaimedMove claimed, int number) throws SQLException {
        try (Connection connection = connection(number);
                Rollback _ = connection::rollback) {
            FrozenBuckets.thaw(connection, claimed.move().bucket(), claimed.attempt());
            commit(connection);
        }
    }

    /** In a transaction that may change what is frozen, and that no later attempt can overtake. */
    <T> T holding(ClaimedMove claimed, int number, Work<T> work)
            throws SQLException, IOException, InterruptedException {
        try (Connection connection = connection(number);
                Rollback _ = connection::rollback) {
            FrozenBuckets.pass(connection);
            if (!FrozenBuckets.hold(connection, claimed.move().bucket(), claimed.attempt())) {
                throw new SupersededException(claimed.move());
            }
            T result = work.run(connection);
            commit(connection);
            return result;
        }
    }

    Connection connection(int number) throws SQLException {
        return connections.open(number);
    }

    /** What one database loses in a failover must not be gone from the other. */
    private static void commit(Connection connection) throws SQLException {
        connection.commit();
        Replication.require(connection);
    }
}
