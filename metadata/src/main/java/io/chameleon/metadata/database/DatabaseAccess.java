package io.chameleon.metadata.database;

import com.zaxxer.hikari.HikariDataSource;
import io.chameleon.metadata.row.Entities;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.BatchSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;
import org.jspecify.annotations.Nullable;

/**
 * What a database that is in use is reached through.
 *
 * @param codes of this database
 * @param proof that it is the primary; null if that needs none
 */
record DatabaseAccess(
        HikariDataSource pool,
        SessionFactory sessions,
        ServerCodes codes,
        @Nullable PrimaryProof proof) implements AutoCloseable {
    /** Rows per round trip; a batch of commits seldom has more. */
    private static final int JDBC_BATCH = 256;

    /** Of a database whose schema is this build's. Its connections are those of {@code source}. */
    static DatabaseAccess open(
            DatabaseConfig config,
            OwnDatabase source,
            PrimaryLease lease,
            UpgradeWindow window,
            ServerCodes codes,
            DatabaseCount count,
            MeterRegistry registry) {
        HikariDataSource pool = DatabasePool.serving(config, source, registry);
        try {
            SessionFactory sessions = sessions(pool, window, codes, count);
            return new DatabaseAccess(
                    pool,
                    sessions,
                    codes,
                    config.requireStandby() ? new PrimaryProof(config, lease, System::nanoTime) : null);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static SessionFactory sessions(
            DataSource pool, UpgradeWindow window, ServerCodes codes, DatabaseCount count) {
        Configuration configuration = new Configuration();
        configuration.getProperties().put(DatabaseCount.PROPERTY, count);
        configuration.getProperties().put(UpgradeWindow.PROPERTY, window);
        configuration.getProperties().put(ServerCodes.PROPERTY, codes);
        configuration.getProperties().put(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        configuration.setProperty(JdbcSettings.CONNECTION_PROVIDER_DISABLES_AUTOCOMMIT, true);
        // Warnings of the commit are read from the connection afterwards.
        configuration
                .getProperties()
                .put(JdbcSettings.CONNECTION_HANDLING, PhysicalConnectionHandlingMode.DELAYED_ACQUISITION_AND_HOLD);
        configuration.setProperty(JdbcSettings.LOG_JDBC_WARNINGS, false);
        // Conflicts are common and retried; errors are reported to the caller.
        configuration.setProperty(JdbcSettings.LOG_JDBC_ERRORS, false);
        configuration.setProperty(BatchSettings.STATEMENT_BATCH_SIZE, JDBC_BATCH);
        for (Class<?> entity : Entities.ALL) {
            configuration.addAnnotatedClass(entity);
        }
        return configuration.buildSessionFactory();
    }

    @Override
    public void close() {
        if (proof != null) {
            proof.close();
        }
        sessions.close();
        pool.close();
    }
}
