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

    private static final String ROWS = """
            select o.write_high, o.write_low, o.server from fragment_outbox o
            join unnest(cast(? as bigint[]), cast(? as bigint[])) as wanted(high, low)
              on o.write_high = wanted.high and o.write_low = wanted.low
            where o.forget_millis is null or o.forget_millis >= ?
            """;

    private record Row(WriteId writeId, String server) {}

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
                statement.setObject(1, WriteKey.highs(writeIds));
                statement.setObject(2, WriteKey.lows(writeIds));
                statement.setLong(3, nowMillis);
                return rows(statement.executeQuery());
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
