package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one further database comes into use. All that a start checks is checked on one connection, which no other
 * database can take the place of. Only then the pool opens, of which each connection is checked again.
 */
final class DatabaseJoin implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseJoin.class);

    private final Database database;
    private final ClockWatch clock;
    private final int number;
    private final String cluster;
    private final int count;
    private final FurtherCheck check;
    private volatile @Nullable Connection connection;

    /**
     * @param clock of the database
     * @param cluster that it must be of
     * @param count of all databases
     */
    DatabaseJoin(Database database, ClockWatch clock, int number, String cluster, int count, FurtherCheck check) {
        this.database = database;
        this.clock = clock;
        this.number = number;
        this.cluster = cluster;
        this.count = count;
        this.check = check;
    }

    int number() {
        return number;
    }

    Database database() {
        return database;
    }

    /**
     * Checks that it is the one that it should be, and migrates it. Nothing of another cluster's is changed.
     *
     * @param isRecorded whether the cluster has had a database of this number
     * @throws ChameleonError {@code UNAVAILABLE} if it does not answer
     * @throws IllegalArgumentException in one line if it is not what it should be
     */
    void check(boolean isRecorded) throws SQLException {
        Connection opened = connected();
        connection = opened;
        ClusterIdentity.preview(opened, cluster, number, isRecorded);
        database.prepare(opened);
        opened.setAutoCommit(false);
        ClusterIdentity.join(opened, cluster, number, isRecorded);
        opened.commit();
        opened.setAutoCommit(true);
    }

    private Connection connected() {
        try {
            return database.connect();
        } catch (SQLException e) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
        }
    }

    /** Takes it into use, after the check. */
    void enter() throws SQLException {
        Connection opened = Objects.requireNonNull(connection);
        int unused = FurtherDatabases.follow(opened, count);
        check.require(number, opened);
        clock.compare(opened);
        database.enter(opened, cluster, number);
        close();
    }

    /** Ends an attempt, also one of another thread. */
    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.debug("a connection to database {} does not close: {}", number, e.toString());
            }
        }
    }
}
