package io.chameleon.core.mapping.memory;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What clients do to the rows: commits and deletes, with the chunks of large objects. Not thread-safe. */
final class InMemoryCommits {
    private final InMemoryRows rows;

    InMemoryCommits(InMemoryRows rows) {
        this.rows = rows;
    }

    CommitResult commit(Commit commit, long now) {
        ObjectMapping before = rows.objects().get(commit.id());
        if (before != null && before.content().contentId().equals(commit.writeId())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        Outbox outbox = rows.outbox();
        if (outbox.isSuperseded(commit.writeId())) {
            return new CommitResult(CommitResult.Status.SUPERSEDED, before);
        }
        boolean condemned = outbox.knowsAny(commit.writeId(), commit.used().servers());
        CommitResult.Status refusal = MappingRules.refusal(before, commit, condemned, now, rows.grace());
        if (refusal != null) {
            boolean news = refusal == CommitResult.Status.PRECONDITION_FAILED && !condemned;
            if (before != null && news && !isCurrent(commit.writeId())) {
                commit.used().servers().forEach(server -> outbox.condemn(commit.writeId(), server, now));
            }
            return new CommitResult(refusal, before);
        }
        Usage change = Usage.of(commit.id(), commit.content()).minus(Usage.of(before));
        if (!rows.quotas().admits(commit.id(), change)) {
            return new CommitResult(CommitResult.Status.OVER_QUOTA, before);
        }
        ChunkUpload.Key upload = ChunkUpload.of(commit);
        if (upload != null && !rows.uploads().commit(upload, commit, now)) {
            return new CommitResult(CommitResult.Status.TOO_OLD, before);
        }
        return new CommitResult(CommitResult.Status.COMMITTED, put(before, commit, now));
    }

    private boolean isCurrent(WriteId writeId) {
        return rows.objects().values().stream().anyMatch(row -> row.writeId().equals(writeId));
    }

    private ObjectMapping put(@Nullable ObjectMapping before, Commit commit, long now) {
        long epoch = rows.leadership().current().epoch();
        MappingRules.Change change = MappingRules.committed(before, commit, epoch, now);
        ObjectMapping row = change.row();
        rows.objects().put(row.id(), row);
        if (row.degraded()) {
            rows.repairs().put(row, commit.missing(), now);
        } else {
            rows.repairs().remove(row.id());
        }
        if (before != null) {
            rows.outbox().add(before.writeId(), change.garbageOn(), now);
            dropChunks(ChunkUpload.chunksOf(before), now);
            if (before.state().isIntermediate() && !row.state().isIntermediate()) {
                rows.log().add(EpochLogEntry.of(before, row, RedundancyEvent.WRITTEN, epoch, "client write", now));
            }
        }
        return row;
    }

    DeleteResult delete(ObjectId id, Condition condition, long now) {
        ObjectMapping before = rows.objects().get(id);
        if (before == null) {
            return DeleteResult.NOT_FOUND;
        }
        if (!condition.holds(before)) {
            return DeleteResult.PRECONDITION_FAILED;
        }
        drop(before, now);
        dropChunks(ChunkUpload.chunksOf(before), now);
        return DeleteResult.DELETED;
    }

    /** Gives an upload up, with the chunks that were committed; returns whether there was one. */
    boolean discard(ChunkUpload.Key upload, long now) {
        boolean was = rows.uploads().remove(upload) != null;
        if (was) {
            dropChunks(upload, now);
        }
        return was;
    }

    int sweepUploads(int limit, long now) {
        List<ChunkUpload> abandoned = rows.uploads().abandoned(now, rows.grace(), limit);
        abandoned.forEach(upload -> discard(upload.key(), now));
        return abandoned.size();
    }

    private void drop(ObjectMapping row, long now) {
        rows.objects().remove(row.id());
        rows.log().drop(row.id());
        rows.repairs().remove(row.id());
        rows.outbox().add(row.writeId(), MappingRules.garbageOf(row), now);
    }

    private void dropChunks(ChunkUpload.@Nullable Key of, long now) {
        if (of != null) {
            ObjectId first = Chunks.id(of.bucket(), of.contentId(), 0);
            ObjectId last = Chunks.id(of.bucket(), of.contentId(), Chunks.MAX_COUNT - 1);
            List.copyOf(rows.objects().subMap(first, true, last, true).values()).forEach(chunk -> drop(chunk, now));
        }
    }
}
