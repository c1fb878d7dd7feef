package io.chameleon.testkit.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Client changes to the rows: commits and updates, with the chunks of large objects. Not thread-safe. */
final class InMemoryCommits {
    private final InMemoryRows rows;
    private final RowRemoval removal;
    private final VersionHistory history;

    InMemoryCommits(InMemoryRows rows, RowRemoval removal, VersionHistory history) {
        this.rows = rows;
        this.removal = removal;
        this.history = history;
    }

    CommitResult commit(Commit commit, long now) {
        ObjectMapping before = rows.objects().get(commit.id());
        if (before != null && before.content().contentId().equals(commit.writeId())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        Outbox outbox = rows.outbox();
        if (outbox.isSuperseded(commit.writeId()) || history.knows(commit)) {
            return new CommitResult(CommitResult.Status.SUPERSEDED, before);
        }
        boolean condemned = outbox.knowsAny(commit.writeId(), commit.used().servers());
        CommitResult.Status refusal = MappingRules.refusal(before, commit, condemned, now, rows.grace());
        if (refusal != null) {
            boolean news = refusal == CommitResult.Status.PRECONDITION_FAILED && !condemned;
            if (news && !isCurrent(commit.writeId())) {
                commit.used().servers().forEach(server -> outbox.condemn(commit.writeId(), server, now));
            }
            return new CommitResult(refusal, before);
        }
        Usage whole = Usage.of(commit.id(), commit.content());
        if (!rows.quotas().admits(commit.id(), whole.minus(rows.replacedBy(commit.id())))) {
            return new CommitResult(CommitResult.Status.OVER_QUOTA, before);
        }
        ChunkUpload.Key upload = ChunkUpload.of(commit);
        if (upload != null && !rows.uploads().commit(upload, commit, now)) {
            return new CommitResult(CommitResult.Status.TOO_OLD, before);
        }
        return new CommitResult(CommitResult.Status.COMMITTED, put(before, commit, now));
    }

    private Versioning versioning(ObjectId id) {
        return rows.buckets().versioning(id.bucket());
    }

    private boolean isCurrent(WriteId writeId) {
        return rows.objects().values().stream().anyMatch(row -> row.writeId().equals(writeId));
    }

    private ObjectMapping put(@Nullable ObjectMapping before, Commit commit, long now) {
        long epoch = rows.leadership().current().epoch();
        MappingRules.Change change = MappingRules.committed(before, commit, epoch, now);
        Versioning versioning = versioning(commit.id());
        boolean kept = history.makeRoom(commit.id(), before, versioning, now);
        ObjectMapping row =
                change.row().with().versioned(versioning == Versioning.ENABLED).build();
        rows.objects().put(row.id(), row);
        rows.buckets().used(row.id(), now);
        if (row.degraded()) {
            rows.repairs().put(row, commit.missing(), now);
        } else {
            rows.repairs().remove(row.id());
        }
        if (before == null && Components.isComponent(row.id())) {
            rows.components().committed(row.id(), now);
        }
        if (before != null) {
            if (!kept) {
                rows.outbox().add(before.writeId(), change.garbageOn(), now);
                removal.pieces(before, now);
            }
            if (before.state().isIntermediate() && !row.state().isIntermediate()) {
                rows.log().add(EpochLogEntry.of(before, row, RedundancyEvent.WRITTEN, epoch, "client write", now));
            }
        }
        return row;
    }

    UpdateResult update(@Nullable ObjectMapping before, MetadataUpdate update, long now) {
        if (before == null) {
            return new UpdateResult(UpdateResult.Status.NOT_FOUND, null);
        }
        if (!update.condition().holds(before)) {
            return new UpdateResult(UpdateResult.Status.PRECONDITION_FAILED, before);
        }
        ObjectMapping after = MappingRules.updated(before, update, now);
        rows.objects().put(after.id(), after);
        return new UpdateResult(UpdateResult.Status.UPDATED, after);
    }

    /** Discards an upload with its committed chunks; returns whether it existed. */
    boolean discard(ChunkUpload.Key upload, long now) {
        boolean was = rows.uploads().remove(upload) != null;
        if (was) {
            removal.chunks(upload, now);
        }
        return was;
    }

    int sweepUploads(int limit, long now) {
        List<ChunkUpload> abandoned = rows.uploads().abandoned(now, rows.grace(), limit);
        abandoned.forEach(upload -> discard(upload.key(), now));
        List<ObjectId> components = rows.components().takeUnreferenced(now, rows.grace(), limit - abandoned.size());
        for (ObjectId component : components) {
            ObjectMapping row = rows.objects().get(component);
            if (row != null) {
                removal.whole(row, now);
            }
        }
        return abandoned.size() + components.size();
    }
}
