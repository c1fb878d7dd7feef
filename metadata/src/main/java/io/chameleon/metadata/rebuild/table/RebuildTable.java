package io.chameleon.metadata.rebuild.table;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.schema.Rollback;
import io.chameleon.metadata.statement.MappingColumns;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;

/**
 * The database's part of a rebuild: extra tables in which the servers' data is gathered and sorted, whatever its size,
 * and the resulting rows. Nothing else may use the database meanwhile. One thread.
 */
public final class RebuildTable implements AutoCloseable {
    /** The rows of one round trip, and of one transaction that places objects. */
    public static final int BATCH = 500;

    private static final String DROP = "drop table if exists rebuild_manifest, rebuild_version, rebuild_whole, "
            + RebuiltLists.TABLES + ", " + RebuiltHistories.TABLES;

    /** Unlogged: after a crash a rebuild starts again. */
    private static final String CREATE = """
            create unlogged table rebuild_manifest (
                write_high bigint not null, write_low bigint not null, manifest bytea not null, principal text not null,
                former boolean not null,
                primary key (write_high, write_low));
            create unlogged table rebuild_version (like object_mapping including defaults,
                missing integer[] not null, found smallint not null, principal text not null, former boolean not null);
            create unlogged table rebuild_whole (
                bucket text collate "C" not null, content_high bigint not null, content_low bigint not null);
            """ + RebuiltLists.CREATE + ";" + RebuiltHistories.CREATE;

    private static final String ADD_VERSION = "insert into rebuild_version (" + MappingColumns.NAMES
            + ", missing, found, principal, former) values (" + MappingColumns.PLACES + ", ?, ?, ?, ?)";

    private final Database database;

    private RebuildTable(Database database) {
        this.database = database;
    }

    /**
     * Creates its tables anew.
     *
     * @throws IllegalArgumentException in one line if the database has objects
     */
    public static RebuildTable open(Database database) {
        RebuildTable table = new RebuildTable(database);
        table.run(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet known = statement.executeQuery("select 1 from object_mapping limit 1")) {
                if (known.next()) {
                    throw new IllegalArgumentException("the database knows objects: a rebuild goes into an empty one;"
                            + " make a new database, and keep this one");
                }
            }
            execute(connection, DROP);
            execute(connection, CREATE);
        });
        return table;
    }

    public void addVersions(Collection<RebuiltVersion> versions) {
        run(connection -> {
            Sql.batch(connection, ADD_VERSION, versions, (statement, version) -> {
                MappingColumns.bind(connection, statement, version.row());
                statement.setArray(
                        MappingColumns.COUNT + 1,
                        connection.createArrayOf("integer", version.missing().toArray()));
                statement.setShort(
                        MappingColumns.COUNT + 2, (short) version.state().ordinal());
                statement.setString(MappingColumns.COUNT + 3, version.principal());
                statement.setBoolean(MappingColumns.COUNT + 4, version.former());
            });
        });
    }

    /** The manifests of servers. */
    public RebuiltManifests manifests() {
        return new RebuiltManifests(this);
    }

    /** What users claim. */
    public RebuiltClaims claims() {
        return new RebuiltClaims(this);
    }

    /** The versions that were added, in their orders. */
    public RebuiltOrder inOrder() {
        return new RebuiltOrder(this, new MappingReader(database.codes()));
    }

    /** The mapping table itself. */
    public RebuiltRows rows() {
        return new RebuiltRows(this, database);
    }

    /** What the lists of composed objects say. */
    public RebuiltLists composed() {
        return new RebuiltLists(this);
    }

    /** Versions that are not current. */
    public RebuiltHistories histories() {
        return new RebuiltHistories(this);
    }

    interface Work {
        void run(Connection connection) throws SQLException;
    }

    /** As {@link #query}. */
    void run(Work work) {
        boolean unused = query(connection -> {
            work.run(connection);
            return true;
        });
    }

    /** In a transaction without time limits, since sorting everything may take long. */
    <T> T query(Transactions.Query<T> query) {
        try (Connection connection = database.pool().getConnection();
                Rollback _ = connection::rollback) {
            connection.setAutoCommit(false);
            execute(connection, "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
            T result = query.run(connection);
            connection.commit();
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused a part of the rebuild: " + e.getMessage(), e);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    /** Drops its tables. */
    @Override
    public void close() {
        run(connection -> execute(connection, DROP));
    }
}
