package io.chameleon.metadata.statement;

import io.chameleon.metadata.database.UpgradeWindow;
import java.sql.Connection;
import java.sql.SQLException;

/** When the schema of a database came to a version. */
public final class Upgrades {
    /** A database that was made by a later schema had no process of an earlier build. */
    private static final String RECENT = """
            select 1 from flyway_schema_history upgrade
            where version = ? and installed_on > localtimestamp - interval '%s seconds'
            and exists (select 1 from flyway_schema_history b where b.installed_on < upgrade.installed_on - interval '1 minute')
            """.formatted(UpgradeWindow.LENGTH.toSeconds());

    private Upgrades() {}

    /** Whether that was so recent that a process of an earlier build may still run. */
    public static boolean isRecent(Connection connection, String version) throws SQLException {
        return Sql.isAny(connection, RECENT, version);
    }
}
