package io.chameleon.testkit.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The state of {@link InMemoryMappingTable}, shared by its parts. Not thread-safe: callers hold the table's lock.
 *
 * @param grace the age from which an uncommitted write is refused
 */
record InMemoryRows(
        NavigableMap<ObjectId, ObjectMapping> objects,
        Outbox outbox,
        EpochLog log,
        Leadership leadership,
        RepairQueue repairs,
        ChunkUploads uploads,
        ComponentRefs components,
        VersionRows versions,
        HaltRows halts,
        InMemoryQuotas quotas,
        BucketRows buckets,
        Duration grace) {
    static InMemoryRows empty(Duration grace) {
        NavigableMap<ObjectId, ObjectMapping> objects = new TreeMap<>();
        InMemoryQuotas quotas = new InMemoryQuotas(objects.values());
        return new InMemoryRows(
                objects,
                new Outbox(),
                new EpochLog(),
                new Leadership(),
                new RepairQueue(),
                new ChunkUploads(),
                new ComponentRefs(),
                new VersionRows(),
                new HaltRows(),
                quotas,
                new BucketRows(quotas),
                grace);
    }

    /** What a write to an object takes away: of a version that is kept, the bytes stay. */
    Usage replacedBy(ObjectId write) {
        ObjectMapping before = objects.get(write);
        return before != null && buckets.versioning(write.bucket()).keeps(before.versioned())
                ? Usage.of(before).minus(Usage.of(MappingRules.kept(before)))
                : Usage.of(before);
    }
}
