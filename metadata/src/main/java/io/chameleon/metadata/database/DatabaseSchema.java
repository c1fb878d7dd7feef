package io.chameleon.metadata.database;

import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The schema of a database, migrated on connections without a time limit. */
final class DatabaseSchema {
    private final DataSource source;

    DatabaseSchema(DatabaseConfig config) {
        this.source = DatabasePool.migrating(config);
    }

    /** This build would misread the data of a newer one: unlike Flyway's default, an unknown migration is refused. */
    void migrate() {
        Flyway.configure()
                .dataSource(source)
                .ignoreMigrationPatterns(new String[0])
                .load()
                .migrate();
        OnlineIndexes.ifEmpty(source);
    }

    UpgradeWindow window(LongSupplier nanos) {
        return UpgradeWindow.read(source, nanos);
    }

    ServerCodes codes() {
        return ServerCodes.read(source);
    }
}
