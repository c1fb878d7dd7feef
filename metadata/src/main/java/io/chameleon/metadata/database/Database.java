package io.chameleon.metadata.database;

import com.zaxxer.hikari.HikariDataSource;
import io.chameleon.metadata.row.Entities;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.BatchSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;
import org.hibernate.resource.jdbc.spi.PhysicalConnectionHandlingMode;
import org.jspecify.annotations.Nullable;

/**
 * One process's access to the database: migrated to this build's schema, pooled, mapped. The pool replaces broken
 * connections, so a restart of the database costs only the transactions in flight.
 */
public final class Database implements AutoCloseable {
    /** Rows per round trip; a batch of commits seldom has more. */
    private static final int JDBC_BATCH = 256;

    private final OwnDatabase source;
    private final DataSource unlimited;
    private final HikariDataSource pool;
    private final SessionFactory sessions;
    private final Transactions transactions;
    private final Duration longestTransaction;
    private final @Nullable PrimaryProof proof;
    private final Outage outage;

    private Database(
            DatabaseConfig config,
            OwnDatabase source,
            HikariDataSource pool,
            SessionFactory sessions,
            Outage outage,
            MeterRegistry registry) {
        this.source = source;
        this.unlimited = DatabasePool.migrating(config);
        this.pool = pool;
        this.longestTransaction = config.longestTransaction();
        this.sessions = sessions;
        LongSupplier nanos = System::nanoTime;
        PrimaryLease lease = config.requireStandby() ? PrimaryLease.needed(nanos) : PrimaryLease.unneeded();
        this.proof = config.requireStandby() ? new PrimaryProof(config, lease, nanos) : null;
        this.outage = outage;
        this.transactions = new Transactions(pool, sessions, lease, outage, registry);
    }

    /**
     * Connects and migrates; safe when several processes start at once (Flyway locks its history).
     *
     * @param registry gets {@code chameleon_metadata_transaction_seconds}, {@code ..._transaction_conflicts_total} and
     *     the pool's
     * @throws RuntimeException if the database cannot be reached, is a standby, has a newer schema, or does not keep
     *     acknowledged commits
     */
    public static Database open(DatabaseConfig config, MeterRegistry registry) {
        return open(config, registry, System::nanoTime);
    }

    /** @param nanos measures the {@link UpgradeWindow} */
    public static Database open(DatabaseConfig config, MeterRegistry registry, LongSupplier nanos) {
        return open(config, registry, nanos, DatabaseCount.ONE, Outage.ofTheOnly());
    }

    /** One of several. */
    public static Database open(DatabaseConfig config, MeterRegistry registry, int number, DatabaseCount count) {
        LongSupplier nanos = System::nanoTime;
        Outage outage = count.told() == 1 ? Outage.ofTheOnly() : Outage.ofOneOfSeveral("database " + number, nanos);
        return open(config, registry, nanos, count, outage);
    }

    private static Database open(
            DatabaseConfig config, MeterRegistry registry, LongSupplier nanos, DatabaseCount count, Outage outage) {
        OwnDatabase source = DatabasePool.source(config);
        HikariDataSource pool = DatabasePool.serving(config, source, registry);
        try {
            DatabaseCheck.require(pool, config.requireStandby());
            DataSource migrating = DatabasePool.migrating(config);
            migrate(migrating);
            OnlineIndexes.ifEmpty(migrating);
            UpgradeWindow window = UpgradeWindow.read(migrating, nanos);
            return new Database(config, source, pool, sessions(pool, window, count), outage, registry);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** This build would misread the data of a newer one: unlike Flyway's default, an unknown migration is refused. */
    private static void migrate(DataSource source) {
        Flyway.configure()
                .dataSource(source)
                .ignoreMigrationPatterns(new String[0])
                .load()
                .migrate();
    }

    private static SessionFactory sessions(DataSource pool, UpgradeWindow window, DatabaseCount count) {
        Configuration configuration = new Configuration();
        configuration.getProperties().put(DatabaseCount.PROPERTY, count);
        configuration.getProperties().put(UpgradeWindow.PROPERTY, window);
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

    public Transactions transactions() {
        return transactions;
    }

    /** Whether the last call got a connection. */
    public boolean isAnswering() {
        return !outage.isFailing();
    }

    /** Refuses new connections to a database of another cluster, or to another of this one. */
    void only(String clusterId, int number) {
        source.only(clusterId, number);
    }

    public DataSource pool() {
        return pool;
    }

    /** Connections without a time limit, outside of the pool: for a rare statement that reads a whole table. */
    public DataSource unlimited() {
        return unlimited;
    }

    /** See {@link DatabaseConfig#longestTransaction}. */
    public Duration longestTransaction() {
        return longestTransaction;
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
