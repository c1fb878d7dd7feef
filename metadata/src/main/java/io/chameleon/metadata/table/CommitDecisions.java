package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.metadata.statement.ChunkUploads;
import io.chameleon.metadata.statement.CommitStart;
import io.chameleon.metadata.upload.ComponentRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;

/** Decides the commits of a transaction one after the other, on the rows that it has locked. */
final class CommitDecisions {
    private final StatelessSession session;
    private final CommitStart start;
    private final WorkingSet rows;
    private final ChunkUploads uploads;
    private final WriteFates fates;
    private final long now;
    private final Duration grace;
    private final FormerVersions former;
    private final DroppedPieces dropped;
    private final List<ObjectId> newComponents = new ArrayList<>();
    private final List<GroupKeeper.Change> changes = new ArrayList<>();

    CommitDecisions(
            StatelessSession session,
            CommitStart start,
            WorkingSet rows,
            ChunkUploads uploads,
            WriteFates fates,
            long nowMillis,
            Duration grace) {
        this.session = session;
        this.start = start;
        this.rows = rows;
        this.uploads = uploads;
        this.fates = fates;
        this.now = nowMillis;
        this.grace = grace;
        this.former = new FormerVersions(session, nowMillis);
        this.dropped = new DroppedPieces(session, nowMillis);
    }

    /** The commits before have been decided: what they change counts. */
    CommitResult decide(Commit commit) {
        ObjectMapping before = rows.row(commit.id());
        if (before != null && before.content().contentId().equals(commit.writeId())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        if (fates.isSuperseded(commit.writeId())) {
            return new CommitResult(CommitResult.Status.SUPERSEDED, before);
        }
        boolean condemned = fates.isDead(commit);
        CommitResult.Status refusal = MappingRules.refusal(before, commit, condemned, now, grace);
        if (refusal != null) {
            if (refusal == CommitResult.Status.PRECONDITION_FAILED && !condemned) {
                condemn(commit);
            }
            return new CommitResult(refusal, before);
        }
        Versioning versioning = start.terms().versioning(commit.id());
        ObjectMapping kept = FormerVersions.kept(before, versioning);
        Usage change =
                Usage.of(commit.id(), commit.content()).minus(Usage.of(before)).plus(Usage.of(kept));
        if (!start.room().admits(commit.id(), change)) {
            return new CommitResult(CommitResult.Status.OVER_QUOTA, before);
        }
        ChunkUpload.Key upload = ChunkUpload.of(commit);
        if (upload != null && !uploads.commit(upload, commit, now)) {
            return new CommitResult(CommitResult.Status.TOO_OLD, before);
        }
        start.room().add(commit.id(), change);
        MappingRules.Change committed = MappingRules.committed(before, commit, start.epoch(), now);
        ObjectMapping row = committed.row().withVersioned(versioning == Versioning.ENABLED);
        if (before != null && kept != null) {
            former.keep(before, kept, rows);
        } else if (versioning != Versioning.OFF && before == null) {
            former.cover(commit.id());
        }
        if (versioning == Versioning.SUSPENDED) {
            former.dropNull(commit.id());
        }
        rows.put(row);
        changes.add(new GroupKeeper.Change(before, row));
        if (row.degraded()) {
            rows.queueRepair(row, commit.missing(), now);
        }
        if (before == null && Components.isComponent(row.id())) {
            newComponents.add(row.id());
        }
        if (before != null) {
            fates.superseded(List.of(before.writeId(), before.content().contentId()));
            if (kept == null) {
                rows.queueDead(before, committed.garbageOn(), now);
                dropped.add(before);
            }
            logCompletion(before, row);
        }
        return new CommitResult(CommitResult.Status.COMMITTED, row);
    }

    /**
     * Queues the fragments of a refused write for the reaper. A repeat of this commit waits for the lock on the row
     * that refuses it, for that on the key if there is no such row, or for its own insert. Then it reads the outbox. A
     * write id that belongs to another object is left alone: clients may be hostile.
     */
    private void condemn(Commit commit) {
        if (CurrentWrites.rows(session, List.of(commit.writeId())).findAny().isEmpty()) {
            fates.refused(commit);
            rows.condemn(commit.id(), commit.writeId(), commit.used().servers(), now);
        }
    }

    private void logCompletion(ObjectMapping before, ObjectMapping row) {
        if (before.state().isIntermediate() && !row.state().isIntermediate()) {
            rows.log(
                    EpochLogEntry.of(before, row, RedundancyEvent.WRITTEN, start.epoch(), "client write", now),
                    row.version());
        }
    }

    /** Writes what belongs to the rows, after them. */
    void flush() {
        ComponentRows.insert(session, newComponents, 0, now);
        dropped.flush();
        former.flush();
    }

    /** Of rows, by the commits that succeeded. */
    List<GroupKeeper.Change> changes() {
        return changes;
    }
}
