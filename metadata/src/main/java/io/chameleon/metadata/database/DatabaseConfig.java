package io.chameleon.metadata.database;

import io.chameleon.core.Require;
import java.time.Duration;

/**
 * The location of the database, and how it is used.
 *
 * @param jdbcUrl {@code jdbc:postgresql://host[:port][,host...]/database}; of several hosts the one that is the primary
 *     is used, unless the URL has a {@code targetServerType} of its own
 * @param poolSize connections of this process; the database must accept as many from every process
 * @param connectTimeout how long a transaction waits for a connection before it fails as unavailable
 * @param statementTimeout how long one statement may run, and how long a transaction may idle; both end it
 * @param requireStandby whether the database must have a synchronous standby: acknowledged data is on two machines, and
 *     reads come from a primary that its standby still follows
 */
public record DatabaseConfig(
        String jdbcUrl,
        String user,
        String password,
        int poolSize,
        Duration connectTimeout,
        Duration statementTimeout,
        boolean requireStandby) {
    public static final int DEFAULT_POOL_SIZE = 16;

    /** In multiples of the statement timeout. */
    private static final int LONGEST_TRANSACTION = 20;

    public DatabaseConfig {
        Require.that(
                jdbcUrl.startsWith("jdbc:postgresql:"),
                "metadata.database.url",
                withoutPassword(jdbcUrl),
                "jdbc:postgresql://host/db");
        Require.that(!user.isBlank(), "metadata.database.user", user, "the name of a database user");
        // A migration needs two.
        Require.that(poolSize >= 2 && poolSize <= 1000, "metadata.database.pool-size", poolSize, "2 to 1000");
        // HikariCP accepts no shorter one, and PostgreSQL's driver none of 25 days.
        Require.that(
                connectTimeout.toMillis() >= 250 && connectTimeout.toHours() < 1,
                "metadata.database.connect-timeout",
                connectTimeout,
                "250 ms to below 1 h");
        Require.that(
                statementTimeout.toMillis() >= 1000 && statementTimeout.toMinutes() < 1,
                "metadata.database.statement-timeout",
                statementTimeout,
                "1 s to below 1 min");
    }

    /** 16 connections, 5 s to get one, 30 s for a statement, with a standby or without. */
    public static DatabaseConfig defaults(String jdbcUrl, String user, String password) {
        return new DatabaseConfig(
                jdbcUrl, user, password, DEFAULT_POOL_SIZE, Duration.ofSeconds(5), Duration.ofSeconds(30), false);
    }

    public DatabaseConfig withPoolSize(int newPoolSize) {
        return new DatabaseConfig(
                jdbcUrl, user, password, newPoolSize, connectTimeout, statementTimeout, requireStandby);
    }

    public DatabaseConfig withRequireStandby(boolean required) {
        return new DatabaseConfig(jdbcUrl, user, password, poolSize, connectTimeout, statementTimeout, required);
    }

    /** No transaction takes longer: it has a handful of statements, and may idle after each. */
    public Duration longestTransaction() {
        return longestTransaction(statementTimeout);
    }

    /** As {@link #longestTransaction()}, with this statement timeout. */
    public static Duration longestTransaction(Duration statementTimeout) {
        return statementTimeout.multipliedBy(LONGEST_TRANSACTION);
    }

    /** Without the password: this goes into logs. */
    @Override
    public String toString() {
        return "DatabaseConfig[" + user + "@" + withoutPassword(jdbcUrl) + ", pool of " + poolSize + "]";
    }

    private static String withoutPassword(String url) {
        return url.replaceAll("(?i)(password=)[^&]*", "$1***");
    }
}
