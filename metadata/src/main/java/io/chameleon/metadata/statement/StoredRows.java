package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.redundancy.RedundancyState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code stored}, and one transaction's additions to it: one statement, or none if no row grew, shrank,
 * appeared, vanished or changed its state. The first additions of a bucket also register it ({@link BucketRows}).
 */
public final class StoredRows {
    /** Rows per name: as many transactions can add to it in parallel. */
    public static final int PARTS = 16;

    /** Sorted by name, the order in which transactions lock them. */
    private static final String ADD = """
            with changed as (
                select * from unnest(cast(? as text[]), cast(? as bigint[]), cast(? as bigint[])) as c(bucket, bytes, objects))
            insert into stored (kind, name, part, bytes, objects)
            select of.kind, of.name, cast(? as smallint), of.bytes, of.objects
            from (select 1 as kind, bucket as name, bytes, objects from changed
                  union all
                  select 2, o.principal, cast(sum(c.bytes) as bigint), cast(sum(c.objects) as bigint)
                  from changed c join bucket_claim o on o.bucket = c.bucket group by o.principal
                  union all
                  select 3, state, 0, rows from unnest(cast(? as text[]), cast(? as bigint[])) as s(state, rows)) of
            order by of.kind, of.name
            on conflict (kind, name, part) do update set bytes = stored.bytes + excluded.bytes,
                objects = stored.objects + excluded.objects
            returning kind, name, registered
            """;

    private static final String STATES =
            "select name, cast(sum(objects) as bigint) from stored where kind = 3 group by name";

    private static final String REGISTERED =
            "update stored set registered = true where kind = 1 and name = any(cast(? as text[])) and part = ?";

    private final TreeMap<String, Usage> changes = new TreeMap<>();
    /** Rows of {@code object_mapping}. */
    private final TreeMap<RedundancyState, Long> states = new TreeMap<>();
    /** Buckets with a new row, and since when. */
    private final TreeMap<String, Long> used = new TreeMap<>();

    public void change(@Nullable ObjectMapping before, @Nullable ObjectMapping after) {
        ObjectMapping row = after == null ? before : after;
        if (row != null && before == null) {
            used.merge(ObjectId.userBucket(row.id().bucket()), row.createdMillis(), Math::min);
        }
        if (row != null) {
            add(ObjectId.userBucket(row.id().bucket()), Usage.of(after).minus(Usage.of(before)));
        }
        Stream.ofNullable(before).forEach(gone -> add(gone.state(), -1));
        Stream.ofNullable(after).forEach(there -> add(there.state(), 1));
    }

    /** Adds to the number of rows in a state. */
    void add(RedundancyState state, long rows) {
        states.merge(state, rows, Long::sum);
    }

    /** @param bucket as users see it */
    public void add(String bucket, Usage change) {
        if (!change.equals(Usage.NONE)) {
            changes.merge(bucket, change, Usage::plus);
        }
    }

    public void flush(StatelessSession session) {
        changes.values().removeIf(Usage.NONE::equals);
        states.values().removeIf(rows -> rows == 0);
        if (changes.isEmpty() && states.isEmpty()) {
            return;
        }
        short part = (short) (Thread.currentThread().threadId() % PARTS);
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ADD)) {
                statement.setArray(
                        1, connection.createArrayOf("text", changes.keySet().toArray()));
                statement.setObject(
                        2, changes.values().stream().mapToLong(Usage::bytes).toArray());
                statement.setObject(
                        3, changes.values().stream().mapToLong(Usage::objects).toArray());
                statement.setShort(4, part);
                statement.setArray(5, Sql.texts(connection, states.keySet(), StoredRows::name));
                statement.setObject(
                        6, states.values().stream().mapToLong(Long::longValue).toArray());
                register(connection, part, unregistered(statement.executeQuery()));
            }
        });
        changes.clear();
        states.clear();
        used.clear();
    }

    /** How many rows of {@code object_mapping} are in each state: some sums, however many there are. */
    public static Map<RedundancyState, Long> states(Connection connection) throws SQLException {
        Map<RedundancyState, Long> states = new EnumMap<>(RedundancyState.class);
        try (PreparedStatement statement = connection.prepareStatement(STATES);
                ResultSet sums = statement.executeQuery()) {
            while (sums.next()) {
                if (sums.getLong(2) > 0) {
                    states.put(RedundancyState.ofCode(Integer.parseInt(sums.getString(1))), sums.getLong(2));
                }
            }
        }
        return states;
    }

    private static String name(RedundancyState state) {
        return Integer.toString(state.code());
    }

    private TreeMap<String, Long> unregistered(ResultSet added) throws SQLException {
        TreeMap<String, Long> found = new TreeMap<>();
        while (added.next()) {
            Long since = used.get(added.getString(2));
            if (added.getShort(1) == QuotaScope.Kind.BUCKET.code() && !added.getBoolean(3) && since != null) {
                found.put(added.getString(2), since);
            }
        }
        return found;
    }

    /** At most once for each of a bucket's rows here. */
    private static void register(Connection connection, short part, TreeMap<String, Long> buckets) throws SQLException {
        if (buckets.isEmpty()) {
            return;
        }
        BucketRows.register(connection, buckets);
        try (PreparedStatement statement = connection.prepareStatement(REGISTERED)) {
            statement.setArray(
                    1, connection.createArrayOf("text", buckets.keySet().toArray()));
            statement.setShort(2, part);
            int unused = statement.executeUpdate();
        }
    }
}
