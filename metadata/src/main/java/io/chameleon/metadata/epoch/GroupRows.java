package io.chameleon.metadata.epoch;

import io.chameleon.core.mapping.group.Group;
import io.chameleon.core.mapping.group.GroupHeat;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The table {@code object_group}.
 *
 * <p>Cost: O(groups), of which there are some for each hash range, however many objects there are.
 */
public final class GroupRows {
    /** By the time a sum has halved this often it is 0, and PostgreSQL fails on numbers that small. */
    private static final int MOST_HALVINGS = 200;

    private static final String DECAYED =
            "power(cast(2 as double precision), cast(greatest(-%s, %%s) as double precision))".formatted(MOST_HALVINGS);

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

    private GroupRows() {}

    /** Adds sums at the end of an epoch, also negative ones. */
    public static void add(Connection connection, List<GroupHeat.Of> sums, long epoch) throws SQLException {
        List<GroupHeat.Of> sorted = sums.stream()
                .sorted(Comparator.comparing(GroupHeat.Of::group, Group.ORDER))
                .toList();
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            for (GroupHeat.Of sum : sorted) {
                GroupColumns.bind(connection, statement, sum.group());
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
                        hottest.add(new GroupHeat.Of(GroupColumns.group(rows), heat, pages));
                    }
                }
            }
        }
        return hottest;
    }

    /** Forgets groups that nobody writes, with their redirects. */
    static void forget(Connection connection, long epoch) throws SQLException {
        try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
            forget.setLong(1, epoch);
            forget.setDouble(2, GroupHeat.LEAST_HEAT);
            int unused = forget.executeUpdate();
        }
    }
}
