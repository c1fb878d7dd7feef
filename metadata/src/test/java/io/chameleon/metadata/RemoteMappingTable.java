package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
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
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The typed client as an implementation of the port; commits go one by one, since the service does the batching. */
record RemoteMappingTable(MetadataClient client) implements MappingTable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public Lookup lookup(ObjectId id) {
        return join(client.lookup(id, TIMEOUT));
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        return commits.stream()
                .map(commit -> join(client.commit(commit, TIMEOUT)))
                .toList();
    }

    @Override
    public DeleteResult delete(ObjectId id, Condition condition) {
        return join(client.delete(id, condition, TIMEOUT));
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update) {
        return join(client.updateMetadata(update, TIMEOUT));
    }

    @Override
    public boolean discard(ChunkUpload.Key upload) {
        return join(client.discard(upload, TIMEOUT));
    }

    @Override
    public ObjectPage list(ListQuery query) {
        return join(client.list(query, TIMEOUT));
    }

    @Override
    public List<EpochLogEntry> history(ObjectId id) {
        return join(client.history(id, TIMEOUT));
    }

    @Override
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        try {
            join(client.buckets().setPolicy(bucket, policy, TIMEOUT));
        } catch (ChameleonError e) {
            throw e.code() == ErrorCode.INVALID_REQUEST ? new IllegalArgumentException(e) : e;
        }
    }

    @Override
    public void reportDamage(Damage damage) {
        join(client.reportDamage(damage, TIMEOUT));
    }
}
