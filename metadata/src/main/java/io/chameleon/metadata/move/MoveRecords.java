package io.chameleon.metadata.move;

import io.chameleon.core.Require;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMove.Phase;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.Evacuations;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * How far the moves of {@link MoveOrders} are, and who works on them. Each attempt has a number above those of all
 * attempts before it, of any move; whoever has not the newest changes nothing here. Numbers follow the clock, so they
 * go on when this database was lost and what others have frozen was not.
 */
final class MoveRecords {
    /** Another process takes a move over whose mover has not been heard of for this long. */
    static final Duration SILENT = Duration.ofSeconds(15);

    private static final String CLAIM = """
            update bucket_move set attempt = greatest(?, (select max(attempt) + 1 from bucket_move)), attempts = attempts + 1, beat_millis = ?
            where phase < 10 and beat_millis < ? returning\
            """ + ClaimedMove.COLUMNS;

    private static final String BEAT = "update bucket_move set beat_millis = ? where id = ? and attempt = ?";

    private static final String ADVANCE = """
            update bucket_move set phase = ?, changed_millis = ?, beat_millis = 0, attempts = 0, objects = greatest(objects, ?), problem = ?
            where id = ? and attempt = ? and phase = ?
            """;

    /** A beat of the attempt that is under way finds it no more, or it would keep others waiting. */
    private static final String FAILED = """
            update bucket_move set problem = ?, beat_millis = 0, attempt = (select max(attempt) + 1 from bucket_move)
            where id = ? and attempt = ?
            """;

    private static final String CANCEL = """
            update bucket_move set phase = 4, attempts = 0, changed_millis = ?, beat_millis = 0,
                attempt = greatest(?, (select max(attempt) + 1 from bucket_move))
            where bucket = ? and phase = 1 returning\
            """ + ClaimedMove.COLUMNS;

    private static final String COPIED = "update bucket_move set copied = attempt where id = ?";

    private static final String PLACE = """
            insert into bucket_database (bucket, number) values (?, ?) on conflict (bucket) do update set number = excluded.number
            """;

    private static final String PRUNE =
            "delete from bucket_move where phase >= 10 and id < (select max(id) - 1000 from bucket_move)";

    private final Transactions transactions;
    private final InstantSource clock;

    /** @param clock of the first database */
    MoveRecords(Database first, InstantSource clock) {
        this.transactions = first.transactions();
        this.clock = clock;
    }

    private <T> T run(Transactions.Query<T> work) {
        return transactions.run(session -> session.doReturningWork(work::run));
    }

    /** The open move, for this process from now on, unless there is none or another process works on it. */
    Optional<ClaimedMove> claim() {
        long now = clock.millis();
        return run(connection -> ClaimedMove.first(connection, CLAIM, now, now, now - SILENT.toMillis()));
    }

    void beat(ClaimedMove claimed) {
        int unused = run(connection ->
                Sql.update(connection, BEAT, clock.millis(), claimed.move().id(), claimed.attempt()));
    }

    /** The next process to claim it, this one included, need not wait. */
    void failed(ClaimedMove claimed, String problem) {
        int unused = run(connection ->
                Sql.update(connection, FAILED, problem, claimed.move().id(), claimed.attempt()));
    }

    /** A drain is walked over all databases at a time: what moved meanwhile may have been passed over. */
    void end(ClaimedMove claimed) {
        run(connection -> {
            advance(connection, claimed, Phase.DONE, 0, "");
            Evacuations.walkAgain(connection);
            return Phase.DONE;
        });
    }

    /** @throws SupersededException if this attempt is not the newest any more */
    void advance(ClaimedMove claimed, Phase to, String problem) {
        run(connection -> {
            advance(connection, claimed, to, 0, problem);
            return to;
        });
    }

    /** From now on whoever asks is told the target. */
    void switchOver(ClaimedMove claimed, long objects) {
        run(connection -> {
            advance(connection, claimed, Phase.SWITCHING, objects, "");
            int unused = Sql.update(connection, COPIED, claimed.move().id());
            return Sql.update(
                    connection, PLACE, claimed.move().bucket(), claimed.move().target());
        });
    }

    private void advance(Connection connection, ClaimedMove claimed, Phase to, long objects, String problem)
            throws SQLException {
        int advanced = Sql.update(
                connection,
                ADVANCE,
                to.code(),
                clock.millis(),
                objects,
                problem,
                claimed.move().id(),
                claimed.attempt(),
                claimed.move().phase().code());
        if (advanced == 0) {
            throw new SupersededException(claimed.move());
        }
        int unused = Sql.update(connection, PRUNE);
    }

    BucketMove cancel(String bucket) {
        long now = clock.millis();
        return run(connection -> {
            Optional<ClaimedMove> cancelled = ClaimedMove.first(connection, CANCEL, now, now, bucket);
            Require.that(
                    cancelled.isPresent(), "bucket", bucket, "one whose rows are being copied to another database");
            return cancelled.orElseThrow().move();
        });
    }
}
