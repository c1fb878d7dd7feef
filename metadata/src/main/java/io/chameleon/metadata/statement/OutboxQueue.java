package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Garbage;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.hibernate.StatelessSession;

/**
 * The outbox as the reaper sees it: what waits on each server. {@link OutboxCollection} marks what was collected there.
 *
 * <p>Cost: a read one statement, the rows by index.
 */
public final class OutboxQueue {
    public static final int COUNTED = 1_000_000;

    private static final String COLUMNS =
            "select " + OutboxRow.COLUMNS + " from fragment_outbox where forget_millis is null and since_millis <= ?";

    private static final String DUE = COLUMNS + " order by since_millis, id limit ?";

    private static final String DUE_ON = """
            select o.*, wanted.name from unnest(cast(? as text[])) as wanted(name)
            cross join lateral (
                (%1$s and server = wanted.name and servers is null order by since_millis, id limit ?) union all
                (%1$s and server = '%2$s' and wanted.name = any(servers) order by since_millis, id limit ?)) o
            order by o.since_millis, o.id
            """.formatted(COLUMNS, Outbox.NO_SERVER);

    private OutboxQueue() {}

    /** What waits since {@code latestMillis} or before, oldest first; at most {@code limit}. */
    public static List<Garbage> due(StatelessSession session, long latestMillis, int limit) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(DUE)) {
                statement.setLong(1, latestMillis);
                statement.setInt(2, limit);
                return OutboxRow.rows(statement.executeQuery()).stream()
                        .flatMap(row -> IntStream.range(0, row.servers().size()).mapToObj(row::garbage))
                        .limit(limit)
                        .toList();
            }
        });
    }

    /**
     * As {@link #due}, at most {@code each} on each of these servers. Reads past writes that wait on others, and past
     * none that was collected.
     */
    public static List<Garbage> dueOn(
            StatelessSession session, Collection<ServerId> servers, long latestMillis, int each) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(DUE_ON)) {
                Object[] names =
                        servers.stream().map(ServerId::value).distinct().toArray();
                statement.setArray(1, connection.createArrayOf("text", names));
                for (int first = 2; first <= 4; first += 2) {
                    statement.setLong(first, latestMillis);
                    statement.setInt(first + 1, each);
                }
                return atMost(each, statement.executeQuery());
            }
        });
    }

    /** A server has rows of both kinds. */
    private static List<Garbage> atMost(int each, ResultSet found) throws SQLException {
        List<Garbage> due = new ArrayList<>();
        Map<String, Integer> ofServer = new HashMap<>();
        while (found.next()) {
            OutboxRow row = OutboxRow.read(found);
            String server = found.getString(8);
            if (ofServer.merge(server, 1, Integer::sum) <= each) {
                due.add(row.garbage(row.servers().indexOf(server)));
            }
        }
        return due;
    }

    /** The number of rows that wait for the reaper, up to {@link #COUNTED}: more are too many in any case. */
    public static long waiting(StatelessSession session) {
        return session.createNativeQuery("""
                        select count(*) from
                            (select 1 from fragment_outbox where forget_millis is null limit :most) as waiting
                        """, Long.class)
                .setParameter("most", COUNTED)
                .getSingleResult();
    }
}
