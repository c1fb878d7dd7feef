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
import io.chameleon.metadata.slice.SlicedPages;
import io.chameleon.metadata.slice.WholeNames;
import java.util.List;

/**
 * The clients' port: each call goes to the database of its bucket, or of the slice that its object is in. Calls for
 * several objects are one transaction in each database that has some of them.
 */
public final class RoutedMappingTable implements MappingTable {
    private final Databases databases;
    private final SlicedBuckets sliced;

    public RoutedMappingTable(Databases databases) {
        this.databases = databases;
        this.sliced = new SlicedBuckets(databases);
    }

    @Override
    public Lookup lookup(ObjectId id) {
        return databases.in(id, (database, stored) -> database.mapping().lookup(stored), WholeNames::of);
    }

    @Override
    public List<Lookup> lookup(List<ObjectId> ids) {
        return databases.each(
                ids,
                databases::stored,
                ObjectId::bucket,
                databases::of,
                (database, some) -> database.mapping().lookup(some),
                WholeNames::of);
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        return databases.each(
                commits,
                databases::stored,
                commit -> commit.id().bucket(),
                databases::toWrite,
                (database, some) -> database.mapping().commit(some),
                WholeNames::of);
    }

    @Override
    public DeleteResult delete(ObjectId id, Condition condition) {
        return databases.in(id, (database, stored) -> database.mapping().delete(stored, condition));
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update) {
        return databases.in(
                update.id(),
                (database, stored) -> database.mapping().updateMetadata(update.of(stored)),
                WholeNames::of);
    }

    @Override
    public boolean discard(ChunkUpload.Key upload) {
        String bucket = databases.stored(upload.bucket(), upload.contentId());
        return databases.in(
                bucket, database -> database.mapping().discard(new ChunkUpload.Key(bucket, upload.contentId())));
    }

    @Override
    public ObjectPage list(ListQuery query) {
        return databases.isSliced(query.bucket()) ? SlicedPages.objects(query, this::listed) : listed(query);
    }

    private ObjectPage listed(ListQuery query) {
        return databases.in(query.bucket(), database -> database.mapping().list(query));
    }

    @Override
    public List<EpochLogEntry> history(ObjectId id) {
        return databases.in(
                id,
                (database, stored) -> database.mapping().history(stored),
                entries -> entries.stream().map(WholeNames::of).toList());
    }

    @Override
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        ObjectId.requireBucket(bucket);
        sliced.adopt(bucket);
        databases.runToWrite(bucket, database -> database.mapping().setBucketPolicy(bucket, policy));
        sliced.alike(bucket);
    }

    @Override
    public void reportDamage(Damage damage) {
        databases.run(
                damage.id(),
                (database, stored) ->
                        database.mapping().reportDamage(new Damage(stored, damage.writeId(), damage.missing())));
    }
}
