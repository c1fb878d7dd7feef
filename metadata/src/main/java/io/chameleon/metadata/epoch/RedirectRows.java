package io.chameleon.metadata.epoch;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirects;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;

/** The tables {@code group_redirect} and {@code redirect_limit}. Cost: O(groups). */
public final class RedirectRows {
    private static final String REDIRECTS = "select hash_range, scheme, servers, destination from group_redirect";
    private static final String MAX_SCORE = "select max_score from redirect_limit where id = 1";
    private static final String CHANGES = "select changes from redirect_limit where id = 1";
    private static final String CHANGED =
            "update redirect_limit set max_score = coalesce(?, max_score), changes = changes + 1 where id = 1";
    private static final String END = "delete from group_redirect where hash_range = ? and scheme = ? and servers = ?";
    private static final String END_TO = "delete from group_redirect where cast(? as text) = any(destination)";
    private static final String PUT = """
        insert into group_redirect (hash_range, scheme, servers, destination) values (?, ?, ?, ?)
        on conflict (hash_range, scheme, servers) do update set destination = excluded.destination
        """;

    private RedirectRows() {}

    public static Redirects redirects(Connection connection) throws SQLException {
        Map<Group, Placement> destinations = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(REDIRECTS)) {
                while (rows.next()) {
                    Group group = GroupColumns.group(rows);
                    destinations.put(group, new Placement(group.place().scheme(), GroupColumns.servers(rows, 4)));
                }
            }
            try (ResultSet limit = statement.executeQuery(MAX_SCORE)) {
                limit.next();
                return new Redirects(HashRanges.OF_OBJECTS, limit.getDouble(1), destinations);
            }
        }
    }

    /** Rises with each change of the redirects. */
    public static long changes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(CHANGES)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Replaces {@code before} by {@code after}, and forgets groups, with their redirects, that nobody writes. */
    public static void replace(Connection connection, Redirects before, Redirects after, long epoch)
            throws SQLException {
        try (PreparedStatement end = connection.prepareStatement(END);
                PreparedStatement put = connection.prepareStatement(PUT);
                PreparedStatement changed = connection.prepareStatement(CHANGED)) {
            for (Group group : before.destinations().keySet()) {
                if (!after.destinations().containsKey(group)) {
                    GroupColumns.bind(connection, end, group);
                    end.addBatch();
                }
            }
            end.executeBatch();
            for (Map.Entry<Group, Placement> one : after.destinations().entrySet()) {
                if (!one.getValue().equals(before.destinations().get(one.getKey()))) {
                    GroupColumns.bind(connection, put, one.getKey());
                    put.setArray(4, GroupColumns.names(connection, one.getValue()));
                    put.addBatch();
                }
            }
            put.executeBatch();
            GroupRows.forget(connection, epoch);
            changed.setDouble(1, after.maxScore());
            int unused = changed.executeUpdate();
        }
    }

    /** Ends the redirects that lead to a server. */
    public static void endRedirectsTo(Connection connection, ServerId server) throws SQLException {
        try (PreparedStatement end = connection.prepareStatement(END_TO);
                PreparedStatement changed = connection.prepareStatement(CHANGED)) {
            end.setString(1, server.value());
            if (end.executeUpdate() > 0) {
                changed.setNull(1, Types.DOUBLE);
                int unused = changed.executeUpdate();
            }
        }
    }
}
