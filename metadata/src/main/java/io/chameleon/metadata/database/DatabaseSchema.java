package io.chameleon.metadata.database;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The schema of a database. */
final class DatabaseSchema {
    private DatabaseSchema() {}

    /**
     * Migrates it to this build's. This build would misread the data of a newer one: unlike Flyway's default, an
     * unknown migration is refused.
     *
     * @param source of connections without a time limit
     */
    static void migrate(DataSource source) {
        Flyway.configure()
                .dataSource(source)
                .ignoreMigrationPatterns(new String[0])
                .load()
                .migrate();
        OnlineIndexes.ifEmpty(source);
    }
}
