package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables {@code object_group}, {@code group_redirect} and {@code redirect_limit}.
 *
 * <p>Cost: O(groups), of which there are some for each hash range, however many objects there are.
 */
public final class GroupRows {
    /** By the time a sum has halved this often it is 0, and PostgreSQL fails on numbers that small. */
    private static final int MOST_HALVINGS = 200;

    private static final String DECAYED =
            "power(cast(2 as double precision), cast(greatest(-%d, %%s) as double precision))".formatted(MOST_HALVINGS);

    private static final String SHARE_BEFORE = DECAYED.formatted("g.epoch - greatest(g.epoch, excluded.epoch)");
    private static final String SHARE_ADDED = DECAYED.formatted("excluded.epoch - greatest(g.epoch, excluded.epoch)");

    private static final String ADD = """
        insert into object_group as g (hash_range, scheme, servers, heat, pages, epoch) values (?, ?, ?, ?, ?, ?)
        on conflict (hash_range, scheme, servers) do update set
            heat = greatest(0, g.heat * %1$s + excluded.heat * %2$s),
            pages = (select array_agg(greatest(0, p.before * %1$s + p.added * %2$s) order by p.place)
                     from unnest(g.pages, excluded.pages) with ordinality as p(before, added, place)),
            epoch = greatest(g.epoch, excluded.epoch)
        """.formatted(SHARE_BEFORE, SHARE_ADDED);

    private static final String HOTTEST = """
        select hash_range, scheme, servers, heat, pages, epoch from object_group
        order by heat * %s desc, hash_range, scheme, servers limit ?
        """.formatted(DECAYED.formatted("epoch - cast(? as bigint)"));

    private static final String FORGET = """
        with gone as (delete from object_group where heat * %s < ? returning hash_range, scheme, servers)
        delete from group_redirect r using gone
        where r.hash_range = gone.hash_range and r.scheme = gone.scheme and r.servers = gone.servers
        """.formatted(DECAYED.formatted("epoch - cast(? as bigint)"));

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

    private GroupRows() {}

    /** Adds sums at the end of an epoch, also negative ones. */
    public static void add(Connection connection, List<GroupHeat.Of> sums, long epoch) throws SQLException {
        List<GroupHeat.Of> sorted = sums.stream()
                .sorted(Comparator.comparing(GroupHeat.Of::group, Group.ORDER))
                .toList();
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            for (GroupHeat.Of sum : sorted) {
                bind(connection, statement, sum.group());
                statement.setDouble(4, sum.heat());
                statement.setArray(
                        5, connection.createArrayOf("float8", sum.pages().toArray()));
                statement.setLong(6, epoch);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** The hottest groups at the end of an epoch, hottest first. */
    public static List<GroupHeat.Of> hottest(Connection connection, long epoch, int limit) throws SQLException {
        List<GroupHeat.Of> hottest = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(HOTTEST)) {
            statement.setLong(1, epoch);
            statement.setInt(2, limit);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    double share = Math.pow(2, Math.max(-MOST_HALVINGS, rows.getLong(6) - epoch));
                    double heat = share * rows.getDouble(4);
                    if (heat > 0) {
                        List<Double> pages = Arrays.stream(
                                        (Double[]) rows.getArray(5).getArray())
                                .map(sum -> share * sum)
                                .toList();
                        hottest.add(new GroupHeat.Of(group(rows), heat, pages));
                    }
                }
            }
        }
        return hottest;
    }

    public static Redirects redirects(Connection connection) throws SQLException {
        Map<Group, Placement> destinations = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(REDIRECTS)) {
                while (rows.next()) {
                    Group group = group(rows);
                    destinations.put(group, new Placement(group.place().scheme(), servers(rows, 4)));
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
                PreparedStatement forget = connection.prepareStatement(FORGET);
                PreparedStatement changed = connection.prepareStatement(CHANGED)) {
            for (Group group : before.destinations().keySet()) {
                if (!after.destinations().containsKey(group)) {
                    bind(connection, end, group);
                    end.addBatch();
                }
            }
            end.executeBatch();
            for (Map.Entry<Group, Placement> one : after.destinations().entrySet()) {
                if (!one.getValue().equals(before.destinations().get(one.getKey()))) {
                    bind(connection, put, one.getKey());
                    put.setArray(4, names(connection, one.getValue()));
                    put.addBatch();
                }
            }
            put.executeBatch();
            forget.setLong(1, epoch);
            forget.setDouble(2, GroupHeat.LEAST_HEAT);
            int unusedRedirects = forget.executeUpdate();
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

    private static void bind(Connection connection, PreparedStatement statement, Group group) throws SQLException {
        statement.setInt(1, group.range());
        statement.setString(2, group.place().scheme().toString());
        statement.setArray(3, names(connection, group.place()));
    }

    private static Array names(Connection connection, Placement place) throws SQLException {
        return connection.createArrayOf(
                "text", place.servers().stream().map(ServerId::value).toArray());
    }

    private static Group group(ResultSet row) throws SQLException {
        return new Group(row.getInt(1), new Placement(RedundancyScheme.parse(row.getString(2)), servers(row, 3)));
    }

    private static List<ServerId> servers(ResultSet row, int column) throws SQLException {
        return Arrays.stream((String[]) row.getArray(column).getArray())
                .map(ServerId::new)
                .toList();
    }
}
