package io.chameleon.metadata.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;

/**
 * Whether a database may serve. It must be the primary, and an acknowledged commit must survive a power cut and, with
 * standbys, the loss of its machine (invariant 3 of docs/architecture.md).
 */
final class DatabaseCheck {
    /** With these settings, an acknowledged commit is on a standby's disk, if standbys are configured. */
    private static final Set<String> ON_THE_STANDBY = Set.of("on", "remote_apply");

    private DatabaseCheck() {}

    /** @throws IllegalStateException in one line if it may not serve */
    static void require(Connection connection, boolean requireStandby) throws SQLException {
        refuseIf(
                "t".equals(answer(connection, "select pg_is_in_recovery()")),
                "database: a standby given, expected the primary: what it reads is old; see targetServerType in the URL");
        for (String setting : List.of("fsync", "synchronous_commit")) {
            refuseIf(
                    "off".equals(setting(connection, setting)),
                    "database setting " + setting + ": 'off' given, expected on: acknowledged writes must survive");
        }
        requireStandby(connection, requireStandby);
    }

    private static void requireStandby(Connection connection, boolean required) throws SQLException {
        boolean configured = !setting(connection, "synchronous_standby_names").isBlank();
        refuseIf(
                required && !configured,
                "database setting synchronous_standby_names: '' given, expected a standby, as metadata.database.require-standby says");
        String commit = setting(connection, "synchronous_commit");
        refuseIf(
                configured && !commit.isEmpty() && !ON_THE_STANDBY.contains(commit),
                "database setting synchronous_commit: '" + commit
                        + "' given, expected on or remote_apply, since standbys are configured: acknowledged writes must be on them");
    }

    private static void refuseIf(boolean bad, String message) {
        if (bad) {
            throw new IllegalStateException(message);
        }
    }

    /** "" if the engine has no such setting. */
    static String setting(Connection connection, String name) throws SQLException {
        return answer(connection, "select current_setting('" + name + "', true)");
    }

    private static String answer(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            String value = result.getString(1);
            return value == null ? "" : value;
        }
    }
}
