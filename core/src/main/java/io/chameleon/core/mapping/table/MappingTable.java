package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.List;

/**
 * Where objects are: what clients need of the mapping table. Calls may wait for a database; each is one transaction.
 * Linearizable per object. Implementations: {@link io.chameleon.core.mapping.memory.InMemoryMappingTable InMemoryMappingTable} and the PostgreSQL one in {@code metadata}; both pass
 * {@code MappingTableContract}.
 */
public interface MappingTable {
    /** The current row of an object, and its bucket's policy whether or not the object exists. */
    Lookup lookup(ObjectId id);

    /** Several look-ups, each as {@link #lookup(ObjectId)}; result {@code i} answers id {@code i}. They may share a round trip. */
    default List<Lookup> lookup(List<ObjectId> ids) {
        return ids.stream().map(this::lookup).toList();
    }

    /**
     * Commits writes in the order given, in one transaction: each succeeds or fails on its own. The version that lost its place
     * enters the outbox in that transaction. Result {@code i} answers commit {@code i}.
     *
     * <p>Idempotent by write id. Whether a commit is a repeat is asked first, then its age, then its condition: a repeated
     * conditional commit whose first try succeeded is told so, although its condition does not hold any more.
     *
     * <p>A chunk ({@link io.chameleon.core.Chunks}) is committed like an object; the first begins a {@link ChunkUpload}. The commit of a
     * chunked object ends it, whatever its age: {@code TOO_OLD} is the answer where its chunks are not all there, or gone. The chunks of
     * a version that lost its place go with it, in the same transaction.
     */
    List<CommitResult> commit(List<Commit> commits);

    /**
     * Drops mapping, pending intent, heat and history, and queues the fragments for deletion (reading 17). {@code NOT_FOUND}
     * where there is no object, whatever the condition.
     */
    DeleteResult delete(ObjectId id, Condition condition);

    /**
     * Deletes the chunks of an upload that has not become an object; does nothing where it has, or where there is none.
     *
     * @return whether there was such an upload
     */
    boolean discard(ChunkUpload.Key upload);

    ObjectPage list(ListQuery query);

    /** The remaps of an object that are not compacted yet, and what completed them, oldest first. */
    List<EpochLogEntry> history(ObjectId id);

    /** Sets what new objects of a bucket start with; the default is EC. */
    void setBucketPolicy(String bucket, RedundancyPolicy policy);

    /**
     * A reader met fragments of a version that are gone or damaged: marks the object degraded and so due for repair, if that
     * version is still current. A report that names nothing new changes nothing; one that does raises the version, so that a repair
     * under way, which does not know of it, is not taken for a whole one. Indexes beyond the live servers are passed over.
     */
    void reportDamage(Damage damage);
}
