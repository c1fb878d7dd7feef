package io.chameleon.metadata.epoch;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/** A group and its place as columns of {@code object_group} and {@code group_redirect}. */
final class GroupColumns {
    private GroupColumns() {}

    /** Its hash range, scheme and servers, the first three parameters. */
    static void bind(Connection connection, PreparedStatement statement, Group group) throws SQLException {
        statement.setInt(1, group.range());
        statement.setString(2, group.place().scheme().toString());
        statement.setArray(3, names(connection, group.place()));
    }

    static Array names(Connection connection, Placement place) throws SQLException {
        return connection.createArrayOf(
                "text", place.servers().stream().map(ServerId::value).toArray());
    }

    /** Of the first three columns. */
    static Group group(ResultSet row) throws SQLException {
        return new Group(row.getInt(1), new Placement(RedundancyScheme.parse(row.getString(2)), servers(row, 3)));
    }

    static List<ServerId> servers(ResultSet row, int column) throws SQLException {
        return Arrays.stream((String[]) row.getArray(column).getArray())
                .map(ServerId::new)
                .toList();
    }
}
