package io.chameleon.metadata.move;

import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.statement.Upgrades;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** What an earlier build wrote does not say whose it is: until it is forgotten, no bucket moves. */
final class MoveObstacle {
    /** This build leaves out the bucket only of writes that were too old to be committed, or from the future. */
    private static final String OF_EARLIER_BUILDS = """
            select 1 from fragment_outbox, (select cast(extract(epoch from now()) * 1000 as bigint) as millis) now
            where bucket is null and (not condemned
                or ((write_high >> 16) & 281474976710655) between now.millis - ? and now.millis) limit 1
            """;

    private static final String UNSETTLED = "select 1 from server_object_check where not settled";

    /** The schema from which on buckets move. */
    private static final String MOVES = "32";

    private MoveObstacle() {}

    /**
     * Why rows of buckets cannot be moved from or to a database yet; empty if they can.
     *
     * @param committable the age up to which a write may still be committed, or be about to be
     */
    static String of(Connection connection, Duration committable) throws SQLException {
        if (Sql.isAny(connection, UNSETTLED) || Upgrades.isRecent(connection, MOVES)) {
            return "a metadata process of an earlier build may still run: buckets move ten minutes after an upgrade";
        }
        if (Sql.isAny(connection, OF_EARLIER_BUILDS, committable.toMillis())) {
            return "writes that an earlier build superseded are still remembered: buckets move once that is over, soon"
                    + " after metadata.grace-period, and once no server is away for which some wait";
        }
        return "";
    }
}
