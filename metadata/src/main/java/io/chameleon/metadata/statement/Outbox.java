package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** The outbox's record of dead fragments. Expired rows count as gone, whether or not they are deleted yet. */
public final class Outbox {
    private Outbox() {}

    /**
     * Each write is looked up on its own ({@code offset 0} keeps it so), and no partial index fits ({@code coalesce}).
     * Planned as a join while the outbox was small, a plan that a session keeps, the statement read the whole outbox
     * for each commit.
     */
    static final String ROWS = """
            select o.write_high, o.write_low, o.server, o.condemned, o.servers
            from unnest(cast(? as bigint[]), cast(? as bigint[])) as wanted(high, low)
            cross join lateral (
                select * from fragment_outbox
                where write_high = wanted.high and write_low = wanted.low and coalesce(forget_millis, 9223372036854775807) >= ?
                offset 0) o
            """;

    /** Fragments that are back on a server, or still there, although they were collected. */
    private static final String REOPEN = """
            update fragment_outbox o set forget_millis = null, since_millis = ?
            from unnest(cast(? as bigint[]), cast(? as bigint[])) as dead(high, low)
            where o.write_high = dead.high and o.write_low = dead.low and o.server = ? and o.servers is null
                and coalesce(o.forget_millis, -1) >= 0
            returning o.write_high, o.write_low
            """;

    private static final String OF_SERVER = """
            select o.write_high, o.write_low from fragment_outbox o
            join unnest(cast(? as bigint[]), cast(? as bigint[])) as wanted(high, low)
              on o.write_high = wanted.high and o.write_low = wanted.low
            where """;

    private static final String WAITING =
            OF_SERVER + "(o.server = ? and o.servers is null or ? = any(o.servers)) and o.forget_millis is null";

    private static final String ANY = OF_SERVER + "(o.server = ? or ? = any(o.servers))";

    /** A row of a whole write that was collected can not be reopened for one server. */
    private static final String KNOWN =
            OF_SERVER + "(o.server = ? and o.servers is null or ? = any(o.servers) and o.forget_millis is null)";

    /** Stands for no server: in rows of whole writes, and in those that only say that a write was carried out. */
    static final String NO_SERVER = "none";

    /** @param isCondemned whether it was never live there, or was not when it was found */
    public record Row(WriteId writeId, ServerId server, boolean isCondemned) {}

    /** Those of these writes that have an unexpired row at {@code nowMillis}. */
    public static Set<WriteId> known(StatelessSession session, Collection<WriteId> writeIds, long nowMillis) {
        return rows(session, writeIds, nowMillis).stream().map(Row::writeId).collect(Collectors.toSet());
    }

    /** Whether a write has an unexpired row at {@code nowMillis} on one of these servers. */
    public static boolean knowsAny(StatelessSession session, WriteId writeId, List<ServerId> servers, long nowMillis) {
        return rows(session, List.of(writeId), nowMillis).stream().anyMatch(row -> servers.contains(row.server));
    }

    /** The servers on which each of these writes has an unexpired row at {@code nowMillis}. */
    public static Map<WriteId, Set<ServerId>> servers(
            StatelessSession session, Collection<WriteId> writeIds, long nowMillis) {
        return rows(session, writeIds, nowMillis).stream()
                .collect(Collectors.groupingBy(Row::writeId, Collectors.mapping(Row::server, Collectors.toSet())));
    }

    /** Directly on the driver, as in {@link MappingStatements}: every commit runs this query. */
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

    /**
     * Puts the fragments of these writes on a server into the outbox, if they do not wait there already. The caller has
     * made sure that none of them is live there, nor can become so before this transaction ends.
     *
     * @return those that did not wait
     */
    public static Set<WriteId> condemn(StatelessSession session, ServerId server, Set<WriteId> dead, long nowMillis) {
        Set<WriteId> news =
                writeIds(session, REOPEN, nowMillis, WriteKey.highs(dead), WriteKey.lows(dead), server.value());
        Set<WriteId> fresh = new HashSet<>(dead);
        fresh.removeAll(on(session, server, dead, KNOWN));
        OutboxEntries.add(
                session,
                fresh.stream()
                        .map(writeId -> new OutboxEntries.Entry(writeId, server, nowMillis, null))
                        .toList(),
                true);
        news.addAll(fresh);
        return news;
    }

    /** Those of these writes that wait for the reaper on a server. */
    public static Set<WriteId> waiting(StatelessSession session, ServerId server, Set<WriteId> writeIds) {
        return on(session, server, writeIds, WAITING);
    }

    /** Those of these writes that have a row for a server, waiting or not. */
    public static Set<WriteId> of(StatelessSession session, ServerId server, Set<WriteId> writeIds) {
        return on(session, server, writeIds, ANY);
    }

    private static Set<WriteId> on(StatelessSession session, ServerId server, Set<WriteId> wanted, String sql) {
        return writeIds(session, sql, WriteKey.highs(wanted), WriteKey.lows(wanted), server.value(), server.value());
    }

    private static Set<WriteId> writeIds(StatelessSession session, String sql, Object... parameters) {
        return new HashSet<>(session.doReturningWork(connection ->
                Sql.all(connection, sql, found -> new WriteId(found.getLong(1), found.getLong(2)), parameters)));
    }

    /** An answer to {@link #ROWS}. */
    static List<Row> rows(ResultSet found) throws SQLException {
        List<Row> rows = new ArrayList<>();
        while (found.next()) {
            WriteId writeId = new WriteId(found.getLong(1), found.getLong(2));
            boolean condemned = found.getBoolean(4);
            for (String server : servers(found.getString(3), found.getArray(5))) {
                rows.add(new Row(writeId, new ServerId(server), condemned));
            }
        }
        return rows;
    }

    /** The servers of a row, by its columns. */
    static List<String> servers(String server, @Nullable Array servers) throws SQLException {
        return servers == null ? List.of(server) : List.of((String[]) servers.getArray());
    }
}
