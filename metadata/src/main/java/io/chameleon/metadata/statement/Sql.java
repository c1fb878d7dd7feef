package io.chameleon.metadata.statement;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Single statements directly on the driver, with their parameters in order, none of which is null. */
public final class Sql {
    /** Reads the row that is next in an answer. */
    public interface Read<T> {
        T row(ResultSet row) throws SQLException;
    }

    /** Sets the parameters of one of several executions. */
    public interface Bind<T> {
        void to(PreparedStatement statement, T item) throws SQLException;
    }

    private Sql() {}

    /** Returns the number of rows that it changed. */
    public static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** Whether a query has any row. */
    public static boolean isAny(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters);
                ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    /** All rows of a query. */
    public static <T> List<T> all(Connection connection, String sql, Read<T> read, Object... parameters)
            throws SQLException {
        List<T> all = new ArrayList<>();
        try (PreparedStatement statement = prepared(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                all.add(read.row(rows));
            }
        }
        return all;
    }

    /** Executes a statement for each item, all in one round trip. */
    public static <T> void batch(Connection connection, String sql, Collection<T> items, Bind<T> bind)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (T item : items) {
                bind.to(statement, item);
                statement.addBatch();
            }
            int[] unused = statement.executeBatch();
        }
    }

    /** A parameter of type {@code text[]}: a text for each item. */
    public static <T> Array texts(Connection connection, Collection<T> items, Function<T, String> text)
            throws SQLException {
        return connection.createArrayOf("text", items.stream().map(text).toArray());
    }

    /** The caller closes it. */
    public static PreparedStatement prepared(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
