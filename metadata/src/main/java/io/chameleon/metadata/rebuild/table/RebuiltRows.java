package io.chameleon.metadata.rebuild.table;

import io.chameleon.core.Components;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.table.WorkingSet;
import io.chameleon.metadata.upload.ComponentRows;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The part of {@link RebuildTable} that fills the mapping table. */
public final class RebuiltRows {
    /** Computes the sums that quotas are compared with, and those of states, as migrations did for existing rows. */
    private static final String COUNT_STORED = """
            delete from stored;
            insert into stored (kind, name, part, bytes, objects)
                select 1, of.bucket, 0, cast(sum(of.bytes) as bigint), cast(sum(of.objects) as bigint)
                from (select regexp_replace(bucket, '\\+(chunks|parts)$', '') as bucket,
                          case when chunk_bytes = 0 and extents = 0 then size_bytes else 0 end as bytes,
                          case when bucket like '%+chunks' or bucket like '%+parts' then 0 else 1 end as objects
                      from object_mapping) of
                group by of.bucket;
            insert into stored (kind, name, part, bytes, objects)
                select 2, c.principal, 0, cast(sum(s.bytes) as bigint), cast(sum(s.objects) as bigint)
                from stored s join bucket_claim c on c.bucket = s.name
                where s.kind = 1 group by c.principal;
            insert into stored (kind, name, part, bytes, objects)
                select 3, cast(state as text), 0, 0, count(*) from object_mapping group by state
            """;

    private final RebuildTable table;
    private final Database database;

    RebuiltRows(RebuildTable table, Database database) {
        this.table = table;
        this.database = database;
    }

    /**
     * Enters objects, each once, and queues their missing fragments for repair. Nothing refers to components until
     * {@link RebuiltLists#enter} and {@link RebuiltHistories#enter}.
     */
    public void place(Collection<RebuiltVersion> versions, long nowMillis) {
        database.transactions().run(session -> {
            WorkingSet rows = WorkingSet.of(session, Map.of());
            for (RebuiltVersion version : versions) {
                ObjectMapping row = version.row();
                rows.put(row);
                if (row.degraded()) {
                    rows.queueRepair(row, version.missing(), nowMillis);
                }
            }
            List<ObjectMapping> inserted = rows.flush();
            ComponentRows.insert(
                    session,
                    inserted.stream()
                            .map(ObjectMapping::id)
                            .filter(Components::isComponent)
                            .toList(),
                    0,
                    nowMillis);
            return inserted;
        });
    }

    /** Sums up the placed objects, for quotas and counts. */
    public void countStored() {
        table.run(connection -> RebuildTable.execute(connection, COUNT_STORED));
    }
}
