package io.chameleon.metadata.table;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.BatchSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.cfg.JdbcSettings;

/**
 * One process's access to the database: migrated to this build's schema, pooled, mapped. The pool replaces connections that
 * broke, so a restart of the database costs the transactions in flight and nothing else.
 */
public final class Database implements AutoCloseable {
    /** Rows per round trip; a batch of commits seldom has more. */
    private static final int JDBC_BATCH = 256;

    /**
     * Every statement has an index to go by, and one plan that is right for tables of any size. Left to itself the planner plans many of
     * them anew at each execution, which costs more than they do, or keeps a plan from when the tables were small, which reads all of
     * them later.
     */
    private static final String PLANNING = " -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

    private final HikariDataSource pool;
    private final SessionFactory sessions;
    private final Transactions transactions;
    private final Duration longestTransaction;

    private Database(
            HikariDataSource pool, SessionFactory sessions, MeterRegistry registry, Duration longestTransaction) {
        this.pool = pool;
        this.longestTransaction = longestTransaction;
        this.sessions = sessions;
        this.transactions = new Transactions(pool, sessions, registry);
    }

    /**
     * Connects and migrates; safe when several processes start at once (Flyway locks its history).
     *
     * @param registry gets {@code chameleon_metadata_transaction_seconds}, {@code ..._transaction_conflicts_total} and the pool's
     * @throws RuntimeException if the database cannot be reached, has a newer schema, or does not keep what it acknowledges
     */
    public static Database open(DatabaseConfig config, MeterRegistry registry) {
        HikariDataSource pool = new HikariDataSource(pool(config, registry));
        try {
            requireDurable(pool);
            Flyway.configure().dataSource(pool).load().migrate();
            return new Database(pool, sessions(pool), registry, config.longestTransaction());
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static HikariConfig pool(DatabaseConfig config, MeterRegistry registry) {
        HikariConfig hikari = new HikariConfig();
        hikari.setPoolName("chameleon-metadata");
        hikari.setJdbcUrl(config.jdbcUrl());
        hikari.setUsername(config.user());
        hikari.setPassword(config.password());
        hikari.setMaximumPoolSize(config.poolSize());
        hikari.setConnectionTimeout(config.connectTimeout().toMillis());
        hikari.setValidationTimeout(config.connectTimeout().toMillis());
        hikari.setAutoCommit(false);
        hikari.setMetricRegistry(registry);
        // Row locks carry the correctness; where the engine knows only stronger levels, conflicts are tried again.
        hikari.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "chameleon-metadata");
        driver.setProperty("reWriteBatchedInserts", "true");
        // A frozen process or a cut network must not keep its row locks; PostgresGarbageTable relies on the bound, too.
        long millis = config.statementTimeout().toMillis();
        driver.setProperty(
                "options",
                "-c statement_timeout=" + millis + " -c idle_in_transaction_session_timeout=" + millis + PLANNING);
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty(
                "connectTimeout",
                Long.toString(Math.max(1, config.connectTimeout().toSeconds())));
        driver.setProperty(
                "socketTimeout", Long.toString(2 * config.statementTimeout().toSeconds()));
        hikari.setDataSourceProperties(driver);
        return hikari;
    }

    /** An acknowledged commit outlives a power cut of the database only if the database syncs (design section 7, invariant 3). */
    private static void requireDurable(DataSource pool) {
        for (String setting : List.of("fsync", "synchronous_commit")) {
            if ("off".equals(setting(pool, setting))) {
                throw new IllegalStateException(
                        "database setting " + setting + ": 'off' given, expected on: acknowledged writes must survive");
            }
        }
    }

    /** "" where the engine has no such setting. */
    private static String setting(DataSource pool, String name) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select current_setting('" + name + "', true)")) {
            result.next();
            String value = result.getString(1);
            return value == null ? "" : value;
        } catch (SQLException e) {
            throw new IllegalStateException("database setting " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static SessionFactory sessions(DataSource pool) {
        Configuration configuration = new Configuration();
        configuration.getProperties().put(JdbcSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        configuration.setProperty(JdbcSettings.CONNECTION_PROVIDER_DISABLES_AUTOCOMMIT, true);
        // Conflicts are an everyday matter and tried again; what cannot be is reported to the caller.
        configuration.setProperty(JdbcSettings.LOG_JDBC_ERRORS, false);
        configuration.setProperty(BatchSettings.STATEMENT_BATCH_SIZE, JDBC_BATCH);
        for (Class<?> entity : Entities.ALL) {
            configuration.addAnnotatedClass(entity);
        }
        return configuration.buildSessionFactory();
    }

    Transactions transactions() {
        return transactions;
    }

    /** See {@link DatabaseConfig#longestTransaction}. */
    Duration longestTransaction() {
        return longestTransaction;
    }

    @Override
    public void close() {
        sessions.close();
        pool.close();
    }
}
