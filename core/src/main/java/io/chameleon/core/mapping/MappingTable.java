package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.List;

/**
 * Where objects are: what clients need of the mapping table. Calls may wait for a database; each is one transaction.
 * Linearizable per object. Implementations: {@link InMemoryMappingTable} and the PostgreSQL one in {@code metadata}; both pass
 * {@code MappingTableContract}.
 */
public interface MappingTable {
    Lookup lookup(ObjectId id);

    /**
     * Commits writes in the order given, in one transaction: each succeeds or fails on its own. The version that lost its place
     * enters the outbox in that transaction. Idempotent by write id. Result {@code i} answers commit {@code i}.
     */
    List<CommitResult> commit(List<Commit> commits);

    /** Drops mapping, pending intent and heat, and queues the fragments for deletion (reading 17). */
    DeleteResult delete(ObjectId id, Condition condition);

    ObjectPage list(ListQuery query);

    /** The remaps of an object that are not compacted yet, oldest first. */
    List<EpochLogEntry> history(ObjectId id);

    /** Sets what new objects of a bucket start with; the default is EC. */
    void setBucketPolicy(String bucket, RedundancyPolicy policy);

    /**
     * A reader met fragments of {@code live} that are gone or damaged: marks the object degraded and queues a repair, if that
     * version is still current.
     */
    void reportDamage(Damage damage);
}
