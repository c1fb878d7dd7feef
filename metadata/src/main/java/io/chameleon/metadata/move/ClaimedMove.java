package io.chameleon.metadata.move;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * A move that this process works on.
 *
 * @param attempt its number, above those of all before it
 * @param attempts of this phase so far
 */
record ClaimedMove(BucketMove move, long attempt, int attempts) {
    /** Of {@code bucket_move}, as {@link #all} reads them. */
    static final String COLUMNS =
            " id, bucket, source, target, phase, began_millis, changed_millis, objects, problem, attempt, attempts ";

    static Optional<ClaimedMove> first(Connection connection, String sql, Object... parameters) throws SQLException {
        return all(connection, sql, parameters).stream().findFirst();
    }

    static List<ClaimedMove> all(Connection connection, String sql, Object... parameters) throws SQLException {
        return Sql.all(connection, sql, ClaimedMove::read, parameters);
    }

    private static ClaimedMove read(ResultSet row) throws SQLException {
        BucketMove move = new BucketMove(
                row.getLong("id"),
                row.getString("bucket"),
                row.getInt("source"),
                row.getInt("target"),
                BucketMove.Phase.ofCode(row.getInt("phase")),
                row.getLong("began_millis"),
                row.getLong("changed_millis"),
                row.getLong("objects"),
                row.getString("problem"));
        return new ClaimedMove(move, row.getLong("attempt"), row.getInt("attempts"));
    }
}
