package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.ChunkRows;
import io.chameleon.metadata.statement.ChunkUploads;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.upload.ExtentLists;
import io.chameleon.metadata.version.VersionRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;

/**
 * Applies a batch of commits in one transaction. Linearizable per object at READ COMMITTED, for these reasons:
 *
 * <ul>
 *   <li>An existing row is locked before anything is decided about it, and the lock is held to the end: commits,
 *       remaps, migrations and deletes of one object happen one after the other. Each statement of this isolation level
 *       sees everything committed before it began. So the outbox, which is read after the locks are held, shows
 *       everything their former holders put there.
 *   <li>Without a row there is no lock. Two transactions that create one object collide in the primary key: the second
 *       waits for the first, fails and starts over with a row to lock.
 *   <li>While a repeated commit waits between "no row, nothing in the outbox" and its insert, its first try may commit
 *       and a delete may remove it again, which leaves no row to collide with. So the outbox is read again
 *       <em>after</em> the insert, which waited for both. If it now has the write, the transaction starts over;
 *       otherwise a deleted object would come back without its fragments.
 *   <li>A commit that asks for a version finds no row if that is deleted, or below a delete marker. A repeat may find
 *       it restored. So each of the two locks the key, before all rows: the later one sees what the first decided.
 * </ul>
 */
final class CommitTransaction {
    private final StatelessSession session;
    private final long now;
    private final Duration grace;
    /** Chunks of superseded versions. */
    private final List<ChunkUpload.Key> chunksToDrop = new ArrayList<>();
    /** Superseded versions that are composed. */
    private final List<ObjectMapping> composedToDrop = new ArrayList<>();

    private final FormerVersions former;

    private final List<ObjectId> newComponents = new ArrayList<>();
    private final List<GroupKeeper.Change> changes = new ArrayList<>();
    private long epoch;

    CommitTransaction(StatelessSession session, long nowMillis, Duration grace) {
        this.session = session;
        this.now = nowMillis;
        this.grace = grace;
        this.former = new FormerVersions(session, nowMillis);
    }

    List<CommitResult> run(List<Commit> commits) {
        // Before the rows: see ChunkUploads.
        ChunkUploads uploads = ChunkUploads.lock(
                session,
                commits.stream()
                        .flatMap(commit -> Stream.ofNullable(ChunkUpload.of(commit)))
                        .toList());
        MappingStatements.Start start = session.doReturningWork(connection -> MappingStatements.start(
                connection,
                askingForAVersion(commits),
                WorkingSet.sorted(commits.stream().map(Commit::id).toList()),
                commits.stream().map(Commit::writeId).toList(),
                now));
        epoch = start.epoch();
        WorkingSet rows = WorkingSet.of(session, start.locked());
        Past past = new Past(start.outbox());
        if (!start.terms().isVersioningOff()) {
            past.superseded.addAll(VersionRows.known(
                    session,
                    commits.stream().map(Commit::id).toList(),
                    commits.stream().map(Commit::writeId).toList()));
        }
        List<CommitResult> results = new ArrayList<>(commits.size());
        for (Commit commit : commits) {
            results.add(
                    decide(commit, rows, uploads, past, start).in(start.terms().schemes(commit.id())));
        }
        requireNotSuperseded(rows.flush());
        uploads.flush();
        chunksToDrop.forEach(of -> ChunkRows.delete(session, of, now));
        ComponentRows.insert(session, newComponents, 0, now);
        composedToDrop.forEach(version -> ExtentLists.drop(session, version));
        former.flush();
        return results;
    }

    /** Tells what {@link #run} has changed, once the transaction has ended. */
    void tell(GroupKeeper groups) {
        groups.committed(changes, epoch);
    }

    /** Where a commit can fail though there is no row. */
    private static List<ObjectId> askingForAVersion(List<Commit> commits) {
        return commits.stream()
                .filter(commit -> commit.condition() instanceof Condition.IfMatch)
                .map(Commit::id)
                .toList();
    }

    /** The fate of earlier writes: by the outbox, then by this transaction. */
    private static final class Past {
        private final Set<WriteId> superseded = new HashSet<>();
        private final Map<WriteId, Set<ServerId>> dead = new HashMap<>();

        Past(List<Outbox.Row> outbox) {
            for (Outbox.Row row : outbox) {
                if (!row.isCondemned()) {
                    superseded.add(row.writeId());
                }
                dead.computeIfAbsent(row.writeId(), any -> new HashSet<>()).add(row.server());
            }
        }

        boolean isDead(Commit commit) {
            return !Collections.disjoint(
                    dead.getOrDefault(commit.writeId(), Set.of()), commit.used().servers());
        }

        void refused(Commit commit) {
            dead.computeIfAbsent(commit.writeId(), any -> new HashSet<>())
                    .addAll(commit.used().servers());
        }
    }

    private CommitResult decide(
            Commit commit, WorkingSet rows, ChunkUploads uploads, Past past, MappingStatements.Start start) {
        ObjectMapping before = rows.row(commit.id());
        if (before != null && before.content().contentId().equals(commit.writeId())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        if (past.superseded.contains(commit.writeId())) {
            return new CommitResult(CommitResult.Status.SUPERSEDED, before);
        }
        boolean condemned = past.isDead(commit);
        CommitResult.Status refusal = MappingRules.refusal(before, commit, condemned, now, grace);
        if (refusal != null) {
            if (refusal == CommitResult.Status.PRECONDITION_FAILED && !condemned) {
                condemn(commit, rows, past);
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
            past.superseded.add(before.writeId());
            past.superseded.add(before.content().contentId());
            if (kept == null) {
                rows.queueDead(before, committed.garbageOn(), now);
                Stream.ofNullable(ChunkUpload.chunksOf(before)).forEach(chunksToDrop::add);
                if (before.content().isComposed()) {
                    composedToDrop.add(before);
                }
            }
            logCompletion(before, row, rows, start.epoch());
        }
        return new CommitResult(CommitResult.Status.COMMITTED, row);
    }

    /**
     * Queues the fragments of a refused write for the reaper. A repeat of this commit waits for the lock on the row
     * that refuses it, for that on the key if there is no such row, or for its own insert. Then it reads the outbox. A
     * write id that belongs to another object is left alone: clients may be hostile.
     */
    private void condemn(Commit commit, WorkingSet rows, Past past) {
        if (PostgresGarbageTable.rows(session, List.of(commit.writeId()))
                .findAny()
                .isEmpty()) {
            past.refused(commit);
            rows.condemn(commit.id(), commit.writeId(), commit.used().servers(), now);
        }
    }

    private void logCompletion(ObjectMapping before, ObjectMapping row, WorkingSet rows, long epoch) {
        if (before.state().isIntermediate() && !row.state().isIntermediate()) {
            rows.log(EpochLogEntry.of(before, row, RedundancyEvent.WRITTEN, epoch, "client write", now), row.version());
        }
    }

    private void requireNotSuperseded(List<ObjectMapping> inserted) {
        if (inserted.isEmpty()) {
            return;
        }
        Set<WriteId> meanwhile = Outbox.known(
                session, inserted.stream().map(ObjectMapping::writeId).toList(), now);
        if (!meanwhile.isEmpty()) {
            throw new Transactions.ConflictException("decided by other transactions meanwhile: " + meanwhile);
        }
    }
}
