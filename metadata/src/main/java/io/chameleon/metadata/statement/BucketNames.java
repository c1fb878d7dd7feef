package io.chameleon.metadata.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The names of all buckets of a database, registered ones and those of which only objects are known yet. */
public final class BucketNames {
    private static final int PAGE = 10_000;

    private static final String NEXT = """
            (select name from bucket where name > ? order by name limit ?)
            union (select distinct name from stored where kind = 1 and name > ? order by name limit ?)
            order by name limit ?
            """;

    private BucketNames() {}

    /** In pages, sorted. */
    public static void each(Connection connection, Consumer<List<String>> pages) throws SQLException {
        List<String> page = next(connection, "");
        while (!page.isEmpty()) {
            pages.accept(page);
            page = next(connection, page.getLast());
        }
    }

    private static List<String> next(Connection connection, String after) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(NEXT)) {
            statement.setString(1, after);
            statement.setInt(2, PAGE);
            statement.setString(3, after);
            statement.setInt(4, PAGE);
            statement.setInt(5, PAGE);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
        }
        return names;
    }
}
