package io.chameleon.metadata.move;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.statement.Sql;
import java.util.List;

/**
 * The last move that changed where a bucket is, as the first database remembers it.
 *
 * @param copied the attempt whose copy the bucket is now; 0: an earlier build did not record it
 * @param there where the bucket is, by the directory
 */
record LastMove(String bucket, int target, long copied, int there) {
    private static final String ALL = """
            select of.bucket, of.target, of.copied, d.number from (
                select distinct on (bucket) bucket, target, copied from bucket_move where phase in (2, 3, 10)
                order by bucket, id desc) of
            join bucket_database d on d.bucket = of.bucket order by of.bucket
            """;

    /** Of all buckets. Cost: a thousand rows at most. */
    static List<LastMove> all(Database first) {
        return first.transactions()
                .query(connection -> Sql.all(
                        connection,
                        ALL,
                        row -> new LastMove(row.getString(1), row.getInt(2), row.getLong(3), row.getInt(4))));
    }

    /** The highest attempt of any move that was ever begun. */
    static long newestAttempt(Database first) {
        return first.transactions()
                .query(connection -> Sql.all(
                                connection, "select coalesce(max(attempt), 0) from bucket_move", row -> row.getLong(1))
                        .getFirst());
    }

    /** Whether the bucket came by it where it is, and what databases know of it can be compared. */
    boolean decides() {
        return copied > 0 && target == there;
    }
}
