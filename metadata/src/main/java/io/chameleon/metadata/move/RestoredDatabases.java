package io.chameleon.metadata.move;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.FurtherCheck;
import io.chameleon.metadata.database.Replication;
import io.chameleon.metadata.schema.Rollback;
import io.chameleon.metadata.statement.FrozenBuckets;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a database that was restored from a backup has missed of moves, when it comes into use. One that lost a bucket
 * which had moved to it is refused. One that has a bucket again which had moved from it lets it go again, if what all
 * databases remember proves that.
 */
final class RestoredDatabases {
    private static final Logger LOG = LoggerFactory.getLogger(RestoredDatabases.class);

    private final Database first;
    private final int count;
    private final FurtherCheck.Peers peers;

    /** @param count of all databases */
    RestoredDatabases(Database first, int count, FurtherCheck.Peers peers) {
        this.first = first;
        this.count = count;
        this.peers = peers;
    }

    /**
     * @param database a connection to the database of that number
     * @throws IllegalStateException in one line if a bucket has moved to this database, which does not know of it: its
     *     objects would seem never to have been written, and their fragments garbage
     */
    void requireArrived(int number, Connection database) throws SQLException {
        List<LastMove> moves = LastMove.all(first);
        MoveMarks marks = MoveMarks.read(database);
        for (LastMove move : moves) {
            boolean isMissing = move.there() == number && move.decides() && !marks.holds(move);
            // It may have moved on meanwhile.
            if (isMissing && LastMove.all(first).contains(move)) {
                throw new IllegalStateException("bucket " + move.bucket() + " moved to database " + number
                        + (marks.hasLeftSince(move)
                                ? ", which it has left since: restore a later backup of the first database"
                                : ", which does not know of that: restore a backup of database " + number
                                        + " from after the move, or rebuild it (chameleon rebuild --database " + number
                                        + ")"));
            }
        }
    }

    /**
     * Lets buckets go that are in another database, by the first one's word. Their rows here are deleted, unless any of
     * them is refused. Cost: a question to each other database, for all of them.
     *
     * @param database a connection to the database of that number, without a transaction
     * @throws ChameleonError {@code UNAVAILABLE} if a database does not answer that has to be asked
     * @throws IllegalStateException in one line if it is not sure which database has a bucket
     */
    void letGo(List<String> buckets, int number, Connection database) throws SQLException {
        List<LastMove> moves = recorded(buckets, number);
        MoveMarks own = MoveMarks.read(database);
        // Last, so that they know of these moves. Of a later one to this database, the deletion knows.
        Map<Integer, MoveMarks> others = others(number);
        long begun = LastMove.newestAttempt(first);
        for (LastMove move : moves) {
            String doubt = doubt(move, own, others, begun);
            if (!doubt.isEmpty()) {
                throw refused(move.bucket(), number, doubt);
            }
        }
        for (LastMove move : moves) {
            delete(move, database);
            LOG.warn(
                    "bucket {} moved to database {} after the backup that database {} was restored from: it is there no"
                            + " more",
                    move.bucket(),
                    move.there(),
                    number);
        }
    }

    private List<LastMove> recorded(List<String> buckets, int number) {
        Map<String, LastMove> all =
                LastMove.all(first).stream().collect(Collectors.toMap(LastMove::bucket, Function.identity()));
        List<LastMove> recorded = new ArrayList<>();
        for (String bucket : buckets) {
            LastMove move = all.get(bucket);
            if (move == null || !move.decides() || move.there() == number) {
                throw refused(
                        bucket,
                        number,
                        "no record of a move proves that: restore the databases from backups of one time");
            }
            recorded.add(move);
        }
        return recorded;
    }

    private static IllegalStateException refused(String bucket, int number, String doubt) {
        return new IllegalStateException("bucket " + bucket + " has objects in database " + number
                + ", and the first database says that it is in another; " + doubt);
    }

    /**
     * Why it is not sure that the bucket has left; empty if it is. Attempts rise, whoever makes them.
     *
     * @param begun the highest attempt that the first database knows
     */
    private static String doubt(LastMove move, MoveMarks own, Map<Integer, MoveMarks> others, long begun) {
        if (own.knows(move)) {
            return "it came there by a later move: restore a later backup of the first database";
        }
        long newest = others.values().stream().mapToLong(MoveMarks::newest).reduce(own.newest(), Math::max);
        if (newest > begun) {
            return "another database knows of later moves: restore a later backup of the first database";
        }
        return Objects.requireNonNull(others.get(move.there())).holds(move)
                ? ""
                : "database " + move.there() + " does not know of that: restore a later backup of it";
    }

    private Map<Integer, MoveMarks> others(int number) {
        Map<Integer, MoveMarks> others = new HashMap<>();
        for (int other = 0; other < count; other++) {
            if (other != number) {
                others.put(other, asked(other));
            }
        }
        return others;
    }

    private MoveMarks asked(int number) {
        try (Connection connection = peers.connect(number)) {
            return MoveMarks.read(connection);
        } catch (SQLException e) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "database " + number + " does not answer, which has to say what it knows of moves: "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * As the last phase of a move, which ends with the bucket frozen here for ever. Not if the bucket has come back: by
     * a later move, after another process has taken the database into use.
     */
    private static void delete(LastMove move, Connection database) throws SQLException {
        // Of a million objects it takes some seconds.
        database.setNetworkTimeout(Runnable::run, 0);
        database.setAutoCommit(false);
        try (Rollback _ = database::rollback) {
            FrozenBuckets.guard(database);
            int unused = Sql.update(database, "set local statement_timeout = 0");
            FrozenBuckets.pass(database);
            boolean unusedFrozen = FrozenBuckets.freeze(database, move.bucket(), move.copied(), true);
            FrozenBuckets.left(database, move.bucket(), move.copied(), true);
            if (!FrozenBuckets.hold(database, move.bucket(), move.copied())
                    || MoveMarks.newest(database, move.bucket()) > move.copied()) {
                throw new ChameleonError(
                        ErrorCode.UNAVAILABLE,
                        "bucket " + move.bucket() + " has moved while other databases were asked");
            }
            new BucketTransfer(move.bucket()).delete(database);
            database.commit();
            Replication.require(database);
        }
        database.setAutoCommit(true);
    }
}
