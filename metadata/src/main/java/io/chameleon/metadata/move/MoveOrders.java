package io.chameleon.metadata.move;

import io.chameleon.core.Require;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMove.Phase;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket is to be moved, one at a time, and which were: the rows of {@code bucket_move} in the first database.
 */
final class MoveOrders {
    private static final int SHOWN = 100;

    private static final String BEGIN = """
            insert into bucket_move (bucket, source, target, phase, attempt, attempts, began_millis, changed_millis, beat_millis, objects, problem)
            values (?, ?, ?, 1, 0, 0, ?, ?, 0, 0, '') returning\
            """ + ClaimedMove.COLUMNS;

    /** One at a time is open, so it is the last. */
    private static final String LAST = "select id, phase from bucket_move order by id desc limit 1";

    private final Transactions transactions;
    private final InstantSource clock;

    /** @param clock of the first database */
    MoveOrders(Database first, InstantSource clock) {
        this.transactions = first.transactions();
        this.clock = clock;
    }

    /** The open move if it is this one; fails if it is another. */
    BucketMove begin(String bucket, int source, int target) {
        long now = clock.millis();
        return transactions.run(session -> session.doReturningWork(connection -> {
            BucketMove open = open(connection);
            if (open != null) {
                Require.that(
                        open.bucket().equals(bucket) && open.target() == target,
                        "bucket to move",
                        bucket,
                        "no move until that of bucket " + open.bucket() + " to database " + open.target()
                                + " has ended");
                return open;
            }
            return ClaimedMove.first(connection, BEGIN, bucket, source, target, now, now)
                    .orElseThrow()
                    .move();
        }));
    }

    private static @Nullable BucketMove open(Connection connection) throws SQLException {
        return ClaimedMove.first(
                        connection, "select" + ClaimedMove.COLUMNS + "from bucket_move where phase < 10 for update")
                .map(ClaimedMove::move)
                .orElse(null);
    }

    boolean isOpen() {
        return generation().isEmpty();
    }

    /** The number of the last move, 0 if there was none; empty while it is open. One statement. */
    OptionalLong generation() {
        return transactions.query(connection -> Sql.all(
                        connection,
                        LAST,
                        row -> Phase.ofCode(row.getInt(2)).isOpen()
                                ? OptionalLong.empty()
                                : OptionalLong.of(row.getLong(1)))
                .stream()
                .findFirst()
                .orElse(OptionalLong.of(0)));
    }

    /** The newest first. */
    List<BucketMove> last() {
        return transactions.query(
                connection -> ClaimedMove.all(
                                connection,
                                "select" + ClaimedMove.COLUMNS + "from bucket_move order by id desc limit " + SHOWN)
                        .stream()
                        .map(ClaimedMove::move)
                        .toList());
    }
}
