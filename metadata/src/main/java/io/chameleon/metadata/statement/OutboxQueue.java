package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The outbox as the reaper sees it: what waits on each server, and what was collected there.
 *
 * <p>A superseded write is one row that names all of its servers. {@link Garbage} is one server of a row, and its id
 * tells which: that of the row, and the server's place. Rows' own ids are {@value #STRIDE} apart, so no two are equal.
 * Once some servers of a row were collected and others were not, each of these gets a row of its own, under the same id
 * as before. So a server that is away holds up only its own queue.
 *
 * <p>Cost: a read one statement, the rows by index. An update per write, if all of its servers are collected at once.
 */
public final class OutboxQueue {
    /** Between the ids of two rows, by the sequence's increment. */
    private static final int STRIDE = 256;
    /** Of a row: there are as many ids between it and the next. */
    static final int MOST_SERVERS = STRIDE - 1;

    private static final String COLUMNS = "select id, server, servers, write_high, write_low, since_millis, bucket"
            + " from fragment_outbox where forget_millis is null and since_millis <= ?";

    private static final String DUE = COLUMNS + " order by since_millis, id limit ?";

    private static final String DUE_ON = """
            select o.*, wanted.name from unnest(cast(? as text[])) as wanted(name)
            cross join lateral (
                (%1$s and server = wanted.name and servers is null order by since_millis, id limit ?) union all
                (%1$s and server = '%2$s' and wanted.name = any(servers) order by since_millis, id limit ?)) o
            order by o.since_millis, o.id
            """.formatted(COLUMNS, Outbox.NO_SERVER);

    private static final String LOCK_WRITES = """
            select id, server, servers, write_high, write_low, since_millis, bucket from fragment_outbox
            where id = any(cast(? as bigint[])) and servers is not null and coalesce(forget_millis, -1) < 0
            order by id for update
            """;

    private static final String SPLIT = """
            insert into fragment_outbox (id, server, write_high, write_low, since_millis, bucket)
            select left_over.id, left_over.server, left_over.high, left_over.low, left_over.since, left_over.bucket
            from unnest(cast(? as bigint[]), cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]),
                cast(? as text[])) as left_over(id, server, high, low, since, bucket)
            """;

    /** As {@link MappingRules#rememberedUntil} says. */
    private static final String COLLECTED = """
            update fragment_outbox set forget_millis = ? + greatest(?, least(?, (write_high >> 16) & 281474976710655))
            where id = any(cast(? as bigint[])) and coalesce(forget_millis, -1) < 0 and (servers is null or ?)
            """;

    /** A row, by its columns. */
    private record Row(
            long id,
            List<String> servers,
            boolean isWrite,
            WriteId writeId,
            long sinceMillis,
            @Nullable String bucket) {
        Garbage garbage(int place) {
            return new Garbage(garbageId(place), new ServerId(servers.get(place)), writeId, sinceMillis);
        }

        long garbageId(int place) {
            return isWrite ? id + 1 + place : id;
        }
    }

    private OutboxQueue() {}

    /** What waits since {@code latestMillis} or before, oldest first; at most {@code limit}. */
    public static List<Garbage> due(StatelessSession session, long latestMillis, int limit) {
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(DUE)) {
                statement.setLong(1, latestMillis);
                statement.setInt(2, limit);
                return rows(statement.executeQuery()).stream()
                        .flatMap(row -> IntStream.range(0, row.servers.size()).mapToObj(row::garbage))
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
            Row row = row(found);
            String server = found.getString(8);
            if (ofServer.merge(server, 1, Integer::sum) <= each) {
                due.add(row.garbage(row.servers.indexOf(server)));
            }
        }
        return due;
    }

    /** Marks garbage as collected: it is remembered as {@link MappingRules#rememberedUntil} says. */
    public static void collected(
            StatelessSession session, Collection<Long> garbageIds, Duration grace, long nowMillis) {
        session.doWork(connection -> {
            mark(connection, garbageIds, false, grace, nowMillis);
            Set<Long> done = new HashSet<>(garbageIds);
            List<Long> writes = new ArrayList<>();
            List<Row> waiting = new ArrayList<>();
            for (Row row : lockWrites(connection, garbageIds)) {
                List<Integer> left = IntStream.range(0, row.servers.size())
                        .filter(place -> !done.contains(row.garbageId(place)))
                        .boxed()
                        .toList();
                if (left.size() < row.servers.size()) {
                    writes.add(row.id);
                    left.forEach(place -> waiting.add(new Row(
                            row.garbageId(place),
                            List.of(row.servers.get(place)),
                            false,
                            row.writeId,
                            row.sinceMillis,
                            row.bucket)));
                }
            }
            split(connection, waiting);
            mark(connection, writes, true, grace, nowMillis);
        });
    }

    /** The rows of whole writes to which these ids may belong. */
    private static List<Row> lockWrites(Connection connection, Collection<Long> garbageIds) throws SQLException {
        long[] ids = garbageIds.stream()
                .filter(id -> Math.floorMod(id - 1, STRIDE) != 0)
                .mapToLong(id -> id - Math.floorMod(id - 1, STRIDE))
                .distinct()
                .toArray();
        if (ids.length == 0) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(LOCK_WRITES)) {
            statement.setObject(1, ids);
            return rows(statement.executeQuery());
        }
    }

    private static void split(Connection connection, List<Row> waiting) throws SQLException {
        if (waiting.isEmpty()) {
            return;
        }
        List<WriteId> writeIds = waiting.stream().map(Row::writeId).toList();
        Object[] servers = waiting.stream().map(row -> row.servers.getFirst()).toArray();
        // What is left of a row is no news of its bucket, which may be moving.
        FrozenBuckets.pass(connection);
        try (PreparedStatement statement = connection.prepareStatement(SPLIT)) {
            statement.setObject(1, waiting.stream().mapToLong(Row::id).toArray());
            statement.setArray(2, connection.createArrayOf("text", servers));
            statement.setObject(3, WriteKey.highs(writeIds));
            statement.setObject(4, WriteKey.lows(writeIds));
            statement.setObject(5, waiting.stream().mapToLong(Row::sinceMillis).toArray());
            Object[] buckets = waiting.stream().map(Row::bucket).toArray();
            statement.setArray(6, connection.createArrayOf("text", buckets));
            int unused = statement.executeUpdate();
        }
    }

    private static void mark(
            Connection connection, Collection<Long> ids, boolean ofWrites, Duration grace, long nowMillis)
            throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(COLLECTED)) {
            statement.setLong(1, grace.toMillis());
            statement.setLong(2, nowMillis);
            statement.setLong(3, nowMillis + MappingRules.LONGEST_REMEMBERED_LEAD.toMillis());
            statement.setObject(4, ids.stream().mapToLong(Long::longValue).toArray());
            statement.setBoolean(5, ofWrites);
            int unused = statement.executeUpdate();
        }
    }

    private static List<Row> rows(ResultSet found) throws SQLException {
        List<Row> rows = new ArrayList<>();
        while (found.next()) {
            rows.add(row(found));
        }
        return rows;
    }

    private static Row row(ResultSet found) throws SQLException {
        Array servers = found.getArray(3);
        return new Row(
                found.getLong(1),
                Outbox.servers(found.getString(2), servers),
                servers != null,
                new WriteId(found.getLong(4), found.getLong(5)),
                found.getLong(6),
                found.getString(7));
    }
}
