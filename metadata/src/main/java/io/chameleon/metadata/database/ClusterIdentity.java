package io.chameleon.metadata.database;

import io.chameleon.core.Require;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;

/**
 * The table {@code cluster}: the id of this database's cluster, and the database's number among those of the cluster.
 * The first process that opens the database creates it at random. It never changes, unless an operator adopts another
 * one while the database is empty.
 */
public final class ClusterIdentity {
    private static final String INSERT =
            "insert into cluster (id, cluster_id, number) values (1, ?, ?) on conflict (id) do nothing";
    private static final String ANY_OBJECT = "select 1 from object_mapping limit 1";

    /** The column is younger than the table. */
    private static final String THERE =
            "select cluster_id, coalesce(cast(to_jsonb(c) ->> 'number' as smallint), 0) from cluster c where id = 1";

    /** What a database says of itself. */
    private record Named(String cluster, int number) {}

    private final Database database;
    private final Transactions transactions;

    public ClusterIdentity(Database database) {
        this.database = database;
        this.transactions = database.transactions();
    }

    /**
     * The id, created if there is none. From then on the process does not connect to another cluster's database.
     *
     * @param wanted cluster id for a new database; empty to create one
     * @throws IllegalArgumentException in one line if the database has objects and belongs to another cluster
     */
    public String open(String wanted) {
        String opened = transactions.run(session -> session.doReturningWork(connection -> {
            boolean unused =
                    insert(connection, wanted.isEmpty() ? UUID.randomUUID().toString() : wanted, 0);
            Named there = there(connection).orElseThrow();
            Require.that(
                    there.number == 0,
                    "metadata.database.url",
                    "database " + there.number + " of its cluster",
                    "database 0");
            if (wanted.isEmpty() || wanted.equals(there.cluster)) {
                return there.cluster;
            }
            Require.that(
                    !isAny(connection, ANY_OBJECT),
                    "metadata.cluster-id",
                    wanted,
                    there.cluster + ", the cluster of this database, which knows objects, or nothing");
            return adopt(connection, wanted);
        }));
        database.only(opened, 0);
        return opened;
    }

    /**
     * Makes a new database a further one of a cluster, or checks that it is that. From then on the process does not
     * connect to another one.
     *
     * @param number from 1
     * @throws IllegalArgumentException in one line if it is another cluster's, or another database of this one, or
     *     knows objects that it got otherwise
     */
    public void join(String clusterId, int number) {
        int unused = transactions.run(session -> session.doReturningWork(connection -> {
            join(connection, clusterId, number, false);
            return number;
        }));
        database.only(clusterId, number);
    }

    /**
     * As {@link #join(String, int)}, in the connection's transaction.
     *
     * @param isRecorded whether the cluster has had a database of this number: then one that knows of no cluster has
     *     lost what it had, and is refused. Its objects would seem never to have been written, and their fragments
     *     garbage
     */
    static void join(Connection connection, String clusterId, int number, boolean isRecorded) throws SQLException {
        boolean isNew = insert(connection, clusterId, number);
        requireNotLost(isNew && isRecorded, clusterId, number);
        Require.that(
                !isNew || !isAny(connection, ANY_OBJECT),
                at(number),
                "a database with objects and of no cluster",
                "an empty one");
        requireSame(there(connection).orElseThrow(), clusterId, number);
    }

    /** What {@link #join} would refuse, as far as it can be told of any schema: another's is not migrated. */
    static void preview(Connection connection, String clusterId, int number, boolean isRecorded) throws SQLException {
        boolean isKnown = isAny(connection, "select 1 where to_regclass('cluster') is not null");
        Optional<Named> there = isKnown ? there(connection) : Optional.empty();
        requireNotLost(there.isEmpty() && isRecorded, clusterId, number);
        there.ifPresent(named -> requireSame(named, clusterId, number));
    }

    private static void requireNotLost(boolean isLost, String clusterId, int number) {
        Require.that(
                !isLost,
                at(number),
                "an empty database",
                "database " + number + " of cluster " + clusterId
                        + ": bring it back, or make its content anew (chameleon rebuild --database " + number + ")");
    }

    private static void requireSame(Named there, String clusterId, int number) {
        Require.that(
                there.cluster.equals(clusterId),
                at(number),
                "a database of cluster " + there.cluster,
                "one of " + clusterId);
        Require.that(
                there.number == number,
                at(number),
                "database " + there.number + " of the cluster",
                "database " + number);
    }

    private static String at(int number) {
        return "metadata.database.further-urls, URL " + number;
    }

    private static boolean insert(Connection connection, String id, int number) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, id);
            statement.setShort(2, (short) number);
            return statement.executeUpdate() > 0;
        }
    }

    private static String adopt(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("update cluster set cluster_id = ? where id = 1")) {
            statement.setString(1, id);
            int unused = statement.executeUpdate();
            return id;
        }
    }

    private static Optional<Named> there(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(THERE)) {
            return row.next() ? Optional.of(new Named(row.getString(1), row.getInt(2))) : Optional.empty();
        }
    }

    private static boolean isAny(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next();
        }
    }
}
