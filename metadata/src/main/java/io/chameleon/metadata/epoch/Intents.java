package io.chameleon.metadata.epoch;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.metadata.row.MappingRow;
import io.chameleon.metadata.statement.MappingReader;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Rows whose remap waits for their objects' next write, by the index on (epoch of the remap, bucket, key). */
public final class Intents {
    private Intents() {}

    /** Those of an epoch and before, the oldest first, after a position; O(limit). */
    public static List<ObjectMapping> pending(
            StatelessSession session, long epoch, RemapTable.@Nullable Position after, int limit) {
        List<MappingRow> rows = session.createNativeQuery("""
                    select * from object_mapping
                    where source_scheme is not null and remap_epoch <= :epoch
                        and (remap_epoch, bucket, object_key) > (:afterEpoch, :bucket, :key)
                    order by remap_epoch, bucket, object_key
                    """, MappingRow.class)
                .setParameter("epoch", epoch)
                .setParameter("afterEpoch", after == null ? Long.MIN_VALUE : after.remapEpoch())
                .setParameter("bucket", after == null ? "" : after.id().bucket())
                .setParameter("key", after == null ? "" : after.id().key())
                .setMaxResults(limit)
                .getResultList();
        return MappingReader.of(session).mappings(session, rows);
    }
}
