package io.chameleon.metadata.epoch;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.Sql;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Rows whose remap waits for their objects' next write, by the index on (epoch of the remap, bucket, key). */
public final class Intents {
    private static final String PENDING = """
            select * from object_mapping
            where source_scheme is not null and remap_epoch <= ? and (remap_epoch, bucket, object_key) > (?, ?, ?)
            order by remap_epoch, bucket, object_key limit ?
            """;

    private Intents() {}

    /** Those of an epoch and before, the oldest first, after a position; O(limit). */
    public static List<ObjectMapping> pending(
            StatelessSession session, long epoch, RemapTable.@Nullable Position after, int limit) {
        return session.doReturningWork(connection -> Sql.all(
                connection,
                PENDING,
                MappingReader.of(session),
                epoch,
                after == null ? Long.MIN_VALUE : after.remapEpoch(),
                after == null ? "" : after.id().bucket(),
                after == null ? "" : after.id().key(),
                limit));
    }
}
