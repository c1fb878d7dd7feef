package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.row.BalancerEpochRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The initial data of a batch of commits.
 *
 * @param epoch read without a lock: the epoch to which a commit adds its heat may end meanwhile
 * @param outbox its rows of the writes
 * @param room of the objects' buckets
 * @param terms of the objects' buckets
 */
public record CommitStart(
        Map<ObjectId, ObjectMapping> locked, List<Outbox.Row> outbox, long epoch, QuotaRoom room, BucketTerms terms) {
    private static final String EPOCH = "select epoch from balancer_epoch where id = " + BalancerEpochRow.ID;

    private static final String START =
            MappingStatements.LOCK + ";" + Outbox.ROWS + ";" + EPOCH + ";" + QuotaRoom.QUOTAS + ";" + BucketTerms.SQL;

    private static final String LOCK_KEYS_AND_START = KeyLock.SQL + ";" + START;

    /**
     * Locks the rows as {@link MappingStatements#lock} does, then reads the outbox, the epoch, the quotas and the
     * buckets' terms: five statements, which see the table one after the other, in one round trip.
     *
     * @param keys of these the key is locked before, as by {@link KeyLock#lock}, whether there is a row or not
     */
    public static CommitStart read(
            Connection connection,
            MappingReader reader,
            List<ObjectId> keys,
            List<ObjectId> sorted,
            Collection<WriteId> writeIds,
            long nowMillis)
            throws SQLException {
        int first = keys.isEmpty() ? 1 : 2;
        try (PreparedStatement statement = connection.prepareStatement(keys.isEmpty() ? START : LOCK_KEYS_AND_START)) {
            MappingStatements.bindIds(connection, statement, first, sorted);
            Outbox.bind(statement, first + 2, writeIds, nowMillis);
            QuotaRoom.bind(connection, statement, first + 5, sorted);
            BucketTerms.bind(connection, statement, first + 7, sorted);
            if (!keys.isEmpty()) {
                KeyLock.bind(connection, statement, 1, keys);
            }
            statement.execute();
            if (!keys.isEmpty()) {
                statement.getMoreResults();
            }
            Map<ObjectId, ObjectMapping> locked = MappingStatements.rows(statement.getResultSet(), reader);
            statement.getMoreResults();
            List<Outbox.Row> outbox = Outbox.rows(statement.getResultSet());
            statement.getMoreResults();
            ResultSet epoch = statement.getResultSet();
            epoch.next();
            long current = epoch.getLong(1);
            statement.getMoreResults();
            QuotaRoom room = QuotaRoom.read(statement.getResultSet());
            statement.getMoreResults();
            return new CommitStart(locked, outbox, current, room, BucketTerms.read(statement.getResultSet()));
        }
    }
}
