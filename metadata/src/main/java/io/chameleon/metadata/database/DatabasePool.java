package io.chameleon.metadata.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
    private static final Map<String, String> PLANNING =
            Map.of("plan_cache_mode", "force_generic_plan", "enable_seqscan", "off", "jit", "off");

    /**
     * A host that died says nothing: after 20 s the database gives up on a connection, idle or not, and releases the
     * locks of its transaction.
     */
    private static final Map<String, String> SILENCE = Map.of(
            "tcp_user_timeout", "10000",
            "tcp_keepalives_idle", "10",
            "tcp_keepalives_interval", "5",
            "tcp_keepalives_count", "2");

    /** How long the driver trusts its knowledge of a host: after a failover the other one is the primary. */
    private static final String RECHECK_SECONDS = "2";

    private static final String READ_ONLY = "25006";

    /** More than Flyway has open at a time. */
    private static final int MIGRATING = 4;

    /** Zero is no limit, also where the role has one. */
    private static final String UNBOUNDED = settings(Duration.ZERO, Map.of());

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
                driver(config, statement.plus(config.connectTimeout())),
                config.user(),
                config.password(),
                settings(statement, PLANNING),
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
        hikari.setDataSourceProperties(driver(config, PrimaryLease.LENGTH));
        hikari.setConnectionInitSql(settings(PrimaryLease.LENGTH, PLANNING));
        return new HikariDataSource(hikari);
    }

    /** As {@link #migrating}, and each is checked, within a time limit, to lead to the database that it should. */
    static OwnDatabase unlimited(DatabaseConfig config) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "chameleon-metadata-upkeep");
        driver.setProperty("targetServerType", "primary");
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("connectTimeout", seconds(config.connectTimeout()));
        driver.setProperty("socketTimeout", seconds(config.statementTimeout()));
        return new OwnDatabase(config.jdbcUrl(), driver, config.user(), config.password(), UNBOUNDED, true);
    }

    /**
     * Separate connections without a time limit: one statement may build an index on a large table. One after the other
     * is asked for, and most of them can be the same.
     */
    static HikariDataSource migrating(DatabaseConfig config) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "chameleon-metadata-migration");
        driver.setProperty("targetServerType", "primary");
        driver.setProperty("tcpKeepAlive", "true");
        HikariConfig hikari = new HikariConfig();
        hikari.setPoolName("chameleon-metadata-migration");
        hikari.setMaximumPoolSize(MIGRATING);
        hikari.setMinimumIdle(0);
        hikari.setDataSource(
                new OwnDatabase(config.jdbcUrl(), driver, config.user(), config.password(), UNBOUNDED, true));
        return new HikariDataSource(hikari);
    }

    private static Properties driver(DatabaseConfig config, Duration socket) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "chameleon-metadata");
        driver.setProperty("reWriteBatchedInserts", "true");
        driver.setProperty("targetServerType", "primary");
        driver.setProperty("hostRecheckSeconds", RECHECK_SECONDS);
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("connectTimeout", seconds(config.connectTimeout()));
        driver.setProperty("socketTimeout", seconds(socket));
        return driver;
    }

    /**
     * A statement that makes the settings of a session. They are no start-up options, which PgBouncer refuses or, told
     * to, drops without a word: a frozen process or a cut network must not keep its row locks, and PostgresGarbageTable
     * relies on this bound, too.
     */
    private static String settings(Duration statement, Map<String, String> others) {
        String millis = Long.toString(statement.toMillis());
        Map<String, String> all = new TreeMap<>(SILENCE);
        all.put("statement_timeout", millis);
        all.put("idle_in_transaction_session_timeout", millis);
        all.putAll(others);
        return all.entrySet().stream()
                .map(setting -> "set_config('" + setting.getKey() + "', '" + setting.getValue() + "', false)")
                .collect(Collectors.joining(", ", "select ", ""));
    }

    private static String seconds(Duration time) {
        return Long.toString(Math.max(1, time.toSeconds()));
    }
}
