package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.List;

/**
 * The clients' port: each call goes to the database of its bucket. Calls for several objects are one transaction in
 * each database that has some of them.
 */
public final class RoutedMappingTable implements MappingTable {
    private final Databases databases;

    public RoutedMappingTable(Databases databases) {
        this.databases = databases;
    }

    @Override
    public Lookup lookup(ObjectId id) {
        return databases.in(id, database -> database.mapping().lookup(id));
    }

    @Override
    public List<Lookup> lookup(List<ObjectId> ids) {
        return databases.each(
                ids,
                ObjectId::bucket,
                databases::of,
                (database, some) -> database.mapping().lookup(some));
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        return databases.each(
                commits,
                commit -> commit.id().bucket(),
                databases::toWrite,
                (database, some) -> database.mapping().commit(some));
    }

    @Override
    public DeleteResult delete(ObjectId id, Condition condition) {
        return databases.in(id, database -> database.mapping().delete(id, condition));
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update) {
        return databases.in(update.id(), database -> database.mapping().updateMetadata(update));
    }

    @Override
    public boolean discard(ChunkUpload.Key upload) {
        return databases.in(upload.bucket(), database -> database.mapping().discard(upload));
    }

    @Override
    public ObjectPage list(ListQuery query) {
        return databases.in(query.bucket(), database -> database.mapping().list(query));
    }

    @Override
    public List<EpochLogEntry> history(ObjectId id) {
        return databases.in(id, database -> database.mapping().history(id));
    }

    @Override
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        ObjectId.requireBucket(bucket);
        databases.runToWrite(bucket, database -> database.mapping().setBucketPolicy(bucket, policy));
    }

    @Override
    public void reportDamage(Damage damage) {
        databases.run(damage.id(), database -> database.mapping().reportDamage(damage));
    }
}
