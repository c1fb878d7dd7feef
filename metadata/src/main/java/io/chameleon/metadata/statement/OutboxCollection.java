package io.chameleon.metadata.statement;

import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.hibernate.StatelessSession;

/**
 * What was collected of the outbox. Once some servers of a row were collected and others were not, each of these gets a
 * row of its own, under the same id as before. So a server that is away holds up only its own queue.
 *
 * <p>Cost: an update per write, if all of its servers are collected at once.
 */
public final class OutboxCollection {
    private static final int FORGET_AT_ONCE = 10_000;

    private static final String LOCK_WRITES = """
            select %s from fragment_outbox
            where id = any(cast(? as bigint[])) and servers is not null and coalesce(forget_millis, -1) < 0
            order by id for update
            """.formatted(OutboxRow.COLUMNS);

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

    private OutboxCollection() {}

    /** Marks garbage as collected: it is remembered as {@link MappingRules#rememberedUntil} says. */
    public static void collect(StatelessSession session, Collection<Long> garbageIds, Duration grace, long nowMillis) {
        session.doWork(connection -> {
            mark(connection, garbageIds, false, grace, nowMillis);
            Set<Long> done = new HashSet<>(garbageIds);
            List<Long> writes = new ArrayList<>();
            List<OutboxRow> waiting = new ArrayList<>();
            for (OutboxRow row : lockWrites(connection, garbageIds)) {
                List<Integer> left = IntStream.range(0, row.servers().size())
                        .filter(place -> !done.contains(row.garbageId(place)))
                        .boxed()
                        .toList();
                if (left.size() < row.servers().size()) {
                    writes.add(row.id());
                    left.forEach(place -> waiting.add(row.left(place)));
                }
            }
            split(connection, waiting);
            mark(connection, writes, true, grace, nowMillis);
        });
    }

    /** The rows of whole writes to which these ids may belong. */
    private static List<OutboxRow> lockWrites(Connection connection, Collection<Long> garbageIds) throws SQLException {
        long[] ids = OutboxRow.writes(garbageIds);
        if (ids.length == 0) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(LOCK_WRITES)) {
            statement.setObject(1, ids);
            return OutboxRow.rows(statement.executeQuery());
        }
    }

    private static void split(Connection connection, List<OutboxRow> waiting) throws SQLException {
        if (waiting.isEmpty()) {
            return;
        }
        List<WriteId> writeIds = waiting.stream().map(OutboxRow::writeId).toList();
        Object[] servers = waiting.stream().map(row -> row.servers().getFirst()).toArray();
        // What is left of a row is no news of its bucket, which may be moving.
        FrozenBuckets.pass(connection);
        try (PreparedStatement statement = connection.prepareStatement(SPLIT)) {
            statement.setObject(1, waiting.stream().mapToLong(OutboxRow::id).toArray());
            statement.setArray(2, connection.createArrayOf("text", servers));
            statement.setObject(3, WriteKey.highs(writeIds));
            statement.setObject(4, WriteKey.lows(writeIds));
            statement.setObject(
                    5, waiting.stream().mapToLong(OutboxRow::sinceMillis).toArray());
            Object[] buckets = waiting.stream().map(OutboxRow::bucket).toArray();
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

    /** Deletes some of the rows that need not be remembered any longer than until then; returns how many. */
    public static int forget(StatelessSession session, long beforeMillis) {
        return session.createNativeMutationQuery("""
                        delete from fragment_outbox where id = any(array(
                            select id from fragment_outbox where forget_millis < :before
                            order by forget_millis limit %s))
                        """.formatted(FORGET_AT_ONCE))
                .setParameter("before", beforeMillis)
                .executeUpdate();
    }
}
