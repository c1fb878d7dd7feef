package io.chameleon.core.mapping.memory;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@link InMemoryMappingTable} holds, and its rooms share. Not thread-safe: whoever uses it has the table's lock.
 *
 * @param grace age from which on a write that is not committed may not be any more
 */
record InMemoryRows(
        NavigableMap<ObjectId, ObjectMapping> objects,
        Outbox outbox,
        EpochLog log,
        Leadership leadership,
        RepairQueue repairs,
        ChunkUploads uploads,
        Map<ServerId, ReconciliationHalt> halts,
        InMemoryQuotas quotas,
        Duration grace) {
    static InMemoryRows empty(Duration grace) {
        NavigableMap<ObjectId, ObjectMapping> objects = new TreeMap<>();
        return new InMemoryRows(
                objects,
                new Outbox(),
                new EpochLog(),
                new Leadership(),
                new RepairQueue(),
                new ChunkUploads(),
                new TreeMap<>(),
                new InMemoryQuotas(objects.values()),
                grace);
    }

    /** What became of a change that was planned on another version than the row has, or on a row that is gone. */
    static Remap.Outcome notApplied(@Nullable ObjectMapping row, boolean already) {
        if (row == null) {
            return Remap.Outcome.GONE;
        }
        return already ? Remap.Outcome.ALREADY_APPLIED : Remap.Outcome.STALE;
    }
}
