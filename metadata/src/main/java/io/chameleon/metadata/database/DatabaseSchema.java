package io.chameleon.metadata.database;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.chameleon.metadata.schema.OnlineIndexes;
import io.chameleon.metadata.schema.SchemaParts;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;

/** The schema of a database. */
final class DatabaseSchema {
    private DatabaseSchema() {}

    /**
     * Migrates it to this build's. This build would misread the data of a newer one: unlike Flyway's default, an
     * unknown migration is refused.
     *
     * @throws IllegalStateException in one line if that cannot be done, or if the database lacks a part of its schema
     */
    static void migrate(DatabaseConfig config) {
        try (HikariDataSource source = DatabasePool.migrating(config)) {
            migrate(source);
        } catch (PoolInitializationException e) {
            throw new IllegalStateException(
                    "database: it gives no connection by which to look at its schema: " + DatabaseFailure.heard(e), e);
        }
    }

    private static void migrate(DataSource source) {
        Flyway flyway = Flyway.configure()
                .dataSource(source)
                .ignoreMigrationPatterns(new String[0])
                .load();
        try {
            requireKnown(flyway.info());
            flyway.migrate();
        } catch (FlywayException e) {
            throw new IllegalStateException("database: " + problem(e), e);
        }
        requireParts(source);
        OnlineIndexes.ifEmpty(source);
    }

    /** Flyway would advise to repair it, by which an operator makes this build run on it. */
    private static void requireKnown(MigrationInfoService schema) {
        MigrationInfo latest = schema.current();
        if (latest != null && latest.getState() == MigrationState.FUTURE_SUCCESS) {
            String known = Arrays.stream(schema.all())
                    .filter(migration -> migration.getState().isResolved())
                    .map(MigrationInfo::getVersion)
                    .max(Comparator.naturalOrder())
                    .map(MigrationVersion::toString)
                    .orElse("none");
            throw new IllegalStateException("database: its schema " + latest.getVersion()
                    + " is newer than this build, which knows " + known + "; start the newer build again");
        }
    }

    private static void requireParts(DataSource source) {
        try {
            SchemaParts.require(source);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the schema of the database: " + DatabaseFailure.reason(e), e);
        }
    }

    private static String problem(FlywayException e) {
        return e.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE
                ? "it has tables, and no history of Chameleon's schema; expected an empty database, or one of"
                        + " Chameleon's that was restored to the end"
                : "its schema cannot be made that of this build: " + DatabaseFailure.heard(e);
    }
}
