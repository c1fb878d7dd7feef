package io.chameleon.node.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** The databases of a running {@link PostgresServer}, as its superuser. */
public final class PostgresDatabases {
    static final int PROBE_SECONDS = 5;

    private PostgresDatabases() {}

    /**
     * Makes an empty database on the running server of {@code config}, unless it exists.
     *
     * @param name letters, digits and underscores
     */
    public static void create(PostgresConfig config, String name) throws SQLException {
        try (Connection connection = connect(config, "postgres");
                Statement statement = connection.createStatement()) {
            boolean exists;
            try (ResultSet found = statement.executeQuery("select 1 from pg_database where datname = '" + name + "'")) {
                exists = found.next();
            }
            if (!exists) {
                statement.execute("create database " + name);
            }
        }
    }

    /** For administration: nothing done with it waits for a standby. */
    static Connection connect(PostgresConfig config, String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", config.user());
        properties.setProperty("password", config.password());
        properties.setProperty("options", "-c synchronous_commit=local");
        properties.setProperty("connectTimeout", Integer.toString(PROBE_SECONDS));
        properties.setProperty("socketTimeout", Integer.toString(2 * PROBE_SECONDS));
        return DriverManager.getConnection(config.localUrl(database), properties);
    }
}
