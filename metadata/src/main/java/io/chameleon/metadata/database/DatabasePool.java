package io.chameleon.metadata.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The connections of this process to the database, by purpose. All of them go to the primary, unless the URL says
 * otherwise.
 */
final class DatabasePool {
    /**
     * Every statement has an index to use, and one plan that suits tables of any size. By itself the planner plans many
     * of them anew at each execution, which costs more than they do. Or it keeps a plan from when the tables were
     * small, which later reads whole tables.
     */
    private static final String PLANNING = " -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off";

    /**
     * A host that died says nothing: after 20 s the database gives up on a connection, idle or not, and releases the
     * locks of its transaction.
     */
    private static final String SILENCE =
            "-c tcp_user_timeout=10000 -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2";

    /** How long the driver trusts its knowledge of a host: after a failover the other one is the primary. */
    private static final String RECHECK_SECONDS = "2";

    private static final String READ_ONLY = "25006";

    private DatabasePool() {}

    /** A server that became read-only in a failover does not become a primary again for this connection. */
    public static final class Eviction implements SQLExceptionOverride {
        @java.lang.Override
        public Override adjudicate(SQLException e) {
            return READ_ONLY.equals(e.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
        }
    }

    /** The source of the connections of {@link #serving}. */
    static OwnDatabase source(DatabaseConfig config) {
        Duration statement = config.statementTimeout();
        return new OwnDatabase(
                config.jdbcUrl(),
                driver(config, statement, statement.plus(config.connectTimeout())),
                config.user(),
                config.password(),
                false);
    }

    /** For everything that answers a caller. */
    static HikariDataSource serving(DatabaseConfig config, OwnDatabase source, MeterRegistry registry) {
        HikariConfig hikari = new HikariConfig();
        hikari.setPoolName("chameleon-metadata");
        hikari.setMaximumPoolSize(config.poolSize());
        hikari.setConnectionTimeout(config.connectTimeout().toMillis());
        hikari.setValidationTimeout(config.connectTimeout().toMillis());
        hikari.setAutoCommit(false);
        hikari.setMetricRegistry(registry);
        // Row locks ensure correctness; if the engine has only stronger levels, conflicts are retried.
        hikari.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        hikari.setExceptionOverrideClassName(Eviction.class.getName());
        hikari.setDataSource(source);
        return new HikariDataSource(hikari);
    }

    /** One connection that shows within the lease whether its statement was confirmed; not needed at start. */
    static HikariDataSource proving(DatabaseConfig config) {
        HikariConfig hikari = new HikariConfig();
        hikari.setPoolName("chameleon-metadata-proof");
        hikari.setMaximumPoolSize(1);
        hikari.setInitializationFailTimeout(-1);
        hikari.setConnectionTimeout(PrimaryLease.LENGTH.toMillis());
        hikari.setValidationTimeout(1_000);
        hikari.setJdbcUrl(config.jdbcUrl());
        hikari.setUsername(config.user());
        hikari.setPassword(config.password());
        hikari.setExceptionOverrideClassName(Eviction.class.getName());
        hikari.setDataSourceProperties(driver(config, PrimaryLease.LENGTH, PrimaryLease.LENGTH));
        return new HikariDataSource(hikari);
    }

    /** As {@link #migrating}, and each is checked, within a time limit, to lead to the database that it should. */
    static OwnDatabase unlimited(DatabaseConfig config) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "chameleon-metadata-upkeep");
        driver.setProperty("targetServerType", "primary");
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("options", SILENCE);
        driver.setProperty("connectTimeout", seconds(config.connectTimeout()));
        driver.setProperty("socketTimeout", seconds(config.statementTimeout()));
        return new OwnDatabase(config.jdbcUrl(), driver, config.user(), config.password(), true);
    }

    /** Separate connections without a time limit: one statement may build an index on a large table. */
    static DataSource migrating(DatabaseConfig config) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(config.jdbcUrl());
        source.setUser(config.user());
        source.setPassword(config.password());
        source.setApplicationName("chameleon-metadata-migration");
        source.setTcpKeepAlive(true);
        if (!config.jdbcUrl().contains("targetServerType=")) {
            source.setTargetServerType("primary");
        }
        if (!config.jdbcUrl().contains("options=")) {
            source.setOptions(SILENCE);
        }
        return source;
    }

    private static Properties driver(DatabaseConfig config, Duration statement, Duration socket) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "chameleon-metadata");
        driver.setProperty("reWriteBatchedInserts", "true");
        driver.setProperty("targetServerType", "primary");
        driver.setProperty("hostRecheckSeconds", RECHECK_SECONDS);
        // A frozen process or a cut network must not keep its row locks; PostgresGarbageTable relies on this bound,
        // too.
        long millis = statement.toMillis();
        driver.setProperty(
                "options",
                SILENCE + " -c statement_timeout=" + millis + " -c idle_in_transaction_session_timeout=" + millis
                        + PLANNING);
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("connectTimeout", seconds(config.connectTimeout()));
        driver.setProperty("socketTimeout", seconds(socket));
        return driver;
    }

    private static String seconds(Duration time) {
        return Long.toString(Math.max(1, time.toSeconds()));
    }
}
