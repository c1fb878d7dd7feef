package io.chameleon.metadata.database;

import com.zaxxer.hikari.util.DriverDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to the database of one cluster and no other. If the database is swapped under a running process, its
 * connections break. A new connection that leads to another cluster's database, or to an empty one, is closed before
 * any query. Costs two statements per connection.
 */
final class OwnDatabase implements DataSource {
    private static final Logger LOG = LoggerFactory.getLogger(OwnDatabase.class);
    /** The server refused the connection: the database is unavailable to every client. */
    private static final String REFUSED = "08004";

    private static final String UNDEFINED_TABLE = "42P01";

    private final DataSource driver;
    private final String settings;
    private final boolean unlimited;
    private volatile boolean refusesAll;
    private volatile String cluster = "";
    private volatile int number;
    private volatile String said = "";

    /**
     * @param settings statement that makes the settings of a session
     * @param unlimited whether statements may take any time, and only connecting may not
     */
    OwnDatabase(String url, Properties properties, String user, String password, String settings, boolean unlimited) {
        this.driver = new DriverDataSource(url, null, properties, user, password);
        this.settings = settings;
        this.unlimited = unlimited;
    }

    /** From now on the database must be this one of this cluster. */
    void only(String clusterId, int ownNumber) {
        number = ownNumber;
        cluster = clusterId;
        refusesAll = false;
    }

    /** Until {@link #only} says which it must be, it gives no connection. */
    void refuseAll() {
        refusesAll = true;
    }

    /** Whether the last connection led elsewhere. */
    boolean isAnother() {
        return !said.isEmpty();
    }

    /** A connection to whatever database is there. */
    Connection unchecked() throws SQLException {
        return set(driver.getConnection());
    }

    private Connection set(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(settings);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return required(unchecked());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return required(set(driver.getConnection(user, password)));
    }

    private Connection required(Connection connection) throws SQLException {
        if (refusesAll) {
            connection.close();
            throw new SQLException("the database is not in use yet", REFUSED);
        }
        String wanted = cluster;
        if (wanted.isEmpty()) {
            return ready(connection);
        }
        String problem = problem(connection, wanted, number);
        if (!problem.equals(said)) {
            said = problem;
            if (!problem.isEmpty()) {
                LOG.error(
                        "nothing is served: {}; bring the database back, or start metadata again if it is right",
                        problem);
            }
        }
        if (problem.isEmpty()) {
            return ready(connection);
        }
        connection.close();
        throw new SQLException(problem, REFUSED);
    }

    private Connection ready(Connection connection) throws SQLException {
        if (unlimited) {
            connection.setNetworkTimeout(Runnable::run, 0);
        }
        return connection;
    }

    private static String problem(Connection connection, String wanted, int number) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("select cluster_id, number from cluster where id = 1");
                ResultSet found = statement.executeQuery()) {
            boolean named = found.next();
            String id = named ? found.getString(1) : "none";
            if (!wanted.equals(id)) {
                return "the database was that of cluster " + wanted + " and is now of " + id;
            }
            int there = found.getInt(2);
            return there == number ? "" : "the database was number " + number + " of its cluster and is now " + there;
        } catch (SQLException e) {
            if (UNDEFINED_TABLE.equals(e.getSQLState())) {
                return "the database was that of cluster " + wanted + " and is now empty";
            }
            connection.close();
            throw e;
        }
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return driver.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        driver.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        driver.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return driver.getLoginTimeout();
    }

    @Override
    public java.util.logging.Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return driver.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return driver.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return driver.isWrapperFor(type);
    }
}
