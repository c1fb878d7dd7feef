package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.List;

/**
 * Where objects are: the clients' port to the mapping table. Calls may wait for a database; each is one transaction.
 * Linearizable per object. Implementations: the PostgreSQL one in {@code metadata}, and {@code InMemoryMappingTable} in
 * {@code testkit} for tests; both pass {@code MappingTableContract}.
 */
public interface MappingTable {
    /** The current row of an object, and its bucket's policy even if the object does not exist. */
    Lookup lookup(ObjectId id);

    /**
     * Several lookups, each as {@link #lookup(ObjectId)}; result {@code i} answers id {@code i}. They may share a round
     * trip.
     */
    default List<Lookup> lookup(List<ObjectId> ids) {
        return ids.stream().map(this::lookup).toList();
    }

    /**
     * Commits writes in the order given, in one transaction: each succeeds or fails on its own. A superseded version
     * enters the outbox in that transaction. Result {@code i} answers commit {@code i}.
     *
     * <p>Idempotent by write id. The table checks first whether a commit is a retry, then its age, then its condition.
     * So the retry of a successful conditional commit succeeds although the condition no longer holds.
     *
     * <p>A chunk ({@link io.chameleon.core.Chunks}) is committed like an object; the first begins a
     * {@link ChunkUpload}. The commit of a chunked object ends it, whatever its age; if chunks are missing or gone, the
     * answer is {@code TOO_OLD}. The chunks of a superseded version are deleted in the same transaction.
     */
    List<CommitResult> commit(List<Commit> commits);

    /**
     * Drops mapping, pending intent, heat and history, and queues the fragments for deletion (reading 17).
     * {@code NOT_FOUND} if there is no object, whatever the condition.
     */
    DeleteResult delete(ObjectId id, Condition condition);

    /**
     * Replaces content type and user metadata of the current version. Its row's version rises by one; entity tag,
     * places and heat stay. {@code NOT_FOUND} if there is no object, whatever the condition.
     */
    UpdateResult updateMetadata(MetadataUpdate update);

    /**
     * Deletes the chunks of an upload that has not become an object; does nothing if it has, or if there is none.
     *
     * @return whether there was such an upload
     */
    boolean discard(ChunkUpload.Key upload);

    ObjectPage list(ListQuery query);

    /** The remaps of an object that are not compacted yet, and their completions, oldest first. */
    List<EpochLogEntry> history(ObjectId id);

    /** Sets the policy of a bucket's new objects; the default is EC. */
    void setBucketPolicy(String bucket, RedundancyPolicy policy);

    /**
     * Reports fragments of a version that a reader found missing or damaged: marks the object degraded and so due for
     * repair, if that version is still current. A report without new damage changes nothing. One with new damage raises
     * the version, so that a repair in progress, which does not know of it, cannot count as complete. Indexes beyond
     * the live servers are ignored.
     */
    void reportDamage(Damage damage);
}
