package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;

/**
 * Whether a commit is on the synchronous standby, if there is one. If an operator or a driver cancels the wait for it,
 * PostgreSQL still commits and issues a warning. The commit is then on one machine, and may be lost with it: its
 * outcome is unknown. A repeat waits for the standby again, as it comes later in the log.
 */
public final class Replication {
    /** The class of PostgreSQL's warnings: 01000 if a commit's wait for its standby was cancelled. */
    private static final String WARNING = "01";

    private Replication() {}

    /**
     * Throws {@code UNAVAILABLE} if that is not known.
     *
     * @param connection whose warnings were cleared before, and which has just committed
     */
    public static void require(Connection connection) throws SQLException {
        for (SQLWarning warning = connection.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            if (DatabaseFailure.state(warning).startsWith(WARNING)) {
                throw new ChameleonError(
                        ErrorCode.UNAVAILABLE,
                        "committed, and it is not known whether the standby has it: " + warning.getMessage(),
                        warning);
            }
        }
    }
}
