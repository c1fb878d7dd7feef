package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;

/** What the outbox remembers of past writes. Rows whose time is over count as gone, whether or not they are deleted yet. */
final class Outbox {
    private Outbox() {}

    static final String ROWS = """
            select o.write_high, o.write_low, o.server from fragment_outbox o
            join unnest(cast(? as bigint[]), cast(? as bigint[])) as wanted(high, low)
              on o.write_high = wanted.high and o.write_low = wanted.low
            where o.forget_millis is null or o.forget_millis >= ?
            """;

    private static final String INSERT = """
            insert into fragment_outbox (id, server, write_high, write_low, since_millis)
            select nextval('fragment_outbox_id'), lost.server, lost.high, lost.low, lost.since
            from unnest(cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]))
              as lost(server, high, low, since)
            """;

    private record Row(WriteId writeId, String server) {}

    /** A write that lost its place on a server. */
    record Entry(WriteId writeId, ServerId server, long sinceMillis) {}

    /** Which of these writes lost their place, as far as the outbox remembers at {@code nowMillis}. */
    static Set<WriteId> known(StatelessSession session, Collection<WriteId> writeIds, long nowMillis) {
        return rows(session, writeIds, nowMillis).stream().map(Row::writeId).collect(Collectors.toSet());
    }

    /** Whether a write lost its place on one of these servers, as far as the outbox remembers at {@code nowMillis}. */
    static boolean knowsAny(StatelessSession session, WriteId writeId, List<ServerId> servers, long nowMillis) {
        return rows(session, List.of(writeId), nowMillis).stream()
                .anyMatch(row -> servers.contains(new ServerId(row.server)));
    }

    /** The servers on which each of these writes lost its place, as far as the outbox remembers at {@code nowMillis}. */
    static Map<WriteId, Set<ServerId>> servers(StatelessSession session, Collection<WriteId> writeIds, long nowMillis) {
        return rows(session, writeIds, nowMillis).stream()
                .collect(Collectors.groupingBy(
                        Row::writeId, Collectors.mapping(row -> new ServerId(row.server), Collectors.toSet())));
    }

    /** On the driver itself for the reason given at {@link MappingStatements}: every commit asks. */
    private static List<Row> rows(StatelessSession session, Collection<WriteId> writeIds, long nowMillis) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ROWS)) {
                bind(statement, 1, writeIds, nowMillis);
                return rows(statement.executeQuery());
            }
        });
    }

    /** Sets the parameters of {@link #ROWS}, the first of which is number {@code first}. */
    static void bind(PreparedStatement statement, int first, Collection<WriteId> writeIds, long nowMillis)
            throws SQLException {
        statement.setObject(first, WriteKey.highs(writeIds));
        statement.setObject(first + 1, WriteKey.lows(writeIds));
        statement.setLong(first + 2, nowMillis);
    }

    /** The writes in an answer to {@link #ROWS}. */
    static Set<WriteId> writeIds(ResultSet found) throws SQLException {
        return rows(found).stream().map(Row::writeId).collect(Collectors.toSet());
    }

    /**
     * Adds rows. One statement of one shape, however many: with six servers to a write there are many.
     *
     * @param entries what lost its place, and where
     */
    static void add(StatelessSession session, List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                statement.setArray(
                        1,
                        connection.createArrayOf(
                                "text",
                                entries.stream()
                                        .map(entry -> entry.server.value())
                                        .toArray()));
                List<WriteId> writeIds = entries.stream().map(Entry::writeId).toList();
                statement.setObject(2, WriteKey.highs(writeIds));
                statement.setObject(3, WriteKey.lows(writeIds));
                statement.setObject(
                        4, entries.stream().mapToLong(Entry::sinceMillis).toArray());
                int unused = statement.executeUpdate();
            }
        });
    }

    private static List<Row> rows(ResultSet found) throws SQLException {
        List<Row> rows = new ArrayList<>();
        while (found.next()) {
            rows.add(new Row(new WriteId(found.getLong(1), found.getLong(2)), found.getString(3)));
        }
        return rows;
    }
}
