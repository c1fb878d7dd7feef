package io.chameleon.metadata.batch;

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
import java.util.function.Function;

/** A table that only commits, with the results it is given. */
record CommitsOnly(Function<List<Commit>, List<CommitResult>> commits) implements MappingTable {
    @Override
    public List<CommitResult> commit(List<Commit> batch) {
        return commits.apply(batch);
    }

    @Override
    public Lookup lookup(ObjectId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DeleteResult delete(ObjectId id, Condition condition) {
        throw new UnsupportedOperationException();
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean discard(ChunkUpload.Key upload) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectPage list(ListQuery query) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<EpochLogEntry> history(ObjectId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void reportDamage(Damage damage) {
        throw new UnsupportedOperationException();
    }
}
