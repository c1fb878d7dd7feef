package io.chameleon.metadata.table;

import io.chameleon.core.Chunks;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import java.sql.PreparedStatement;
import java.util.TreeMap;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** The table {@code stored}, and what one transaction adds to it: one statement, and none where no object grew, shrank, came or went. */
final class StoredRows {
    /** Rows of a name: so many transactions add to it side by side. */
    private static final int PARTS = 16;

    /** In the order of the names, in which transactions lock them. */
    private static final String ADD = """
            with changed as (
                select * from unnest(cast(? as text[]), cast(? as bigint[]), cast(? as bigint[])) as c(bucket, bytes, objects))
            insert into stored (kind, name, part, bytes, objects)
            select of.kind, of.name, cast(? as smallint), of.bytes, of.objects
            from (select 1 as kind, bucket as name, bytes, objects from changed
                  union all
                  select 2, o.principal, cast(sum(c.bytes) as bigint), cast(sum(c.objects) as bigint)
                  from changed c join bucket_claim o on o.bucket = c.bucket group by o.principal) of
            order by of.kind, of.name
            on conflict (kind, name, part) do update set bytes = stored.bytes + excluded.bytes,
                objects = stored.objects + excluded.objects
            """;

    private final TreeMap<String, Usage> changes = new TreeMap<>();

    void change(@Nullable ObjectMapping before, @Nullable ObjectMapping after) {
        ObjectMapping row = after == null ? before : after;
        if (row != null) {
            add(Chunks.userBucket(row.id().bucket()), Usage.of(after).minus(Usage.of(before)));
        }
    }

    /** @param bucket as users know it */
    void add(String bucket, Usage change) {
        if (!change.equals(Usage.NONE)) {
            changes.merge(bucket, change, Usage::plus);
        }
    }

    void flush(StatelessSession session) {
        changes.values().removeIf(Usage.NONE::equals);
        if (changes.isEmpty()) {
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
                int unused = statement.executeUpdate();
            }
        });
        changes.clear();
    }
}
