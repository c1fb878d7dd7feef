package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.ChunkUploads;
import io.chameleon.metadata.statement.CommitStart;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.version.VersionRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private List<GroupKeeper.Change> changes = List.of();
    private long epoch;

    CommitTransaction(StatelessSession session, long nowMillis, Duration grace) {
        this.session = session;
        this.now = nowMillis;
        this.grace = grace;
    }

    List<CommitResult> run(List<Commit> commits) {
        // Before the rows: see ChunkUploads.
        ChunkUploads uploads = ChunkUploads.lock(
                session,
                commits.stream()
                        .flatMap(commit -> Stream.ofNullable(ChunkUpload.of(commit)))
                        .toList());
        CommitStart start = session.doReturningWork(connection -> CommitStart.read(
                connection,
                MappingReader.of(session),
                askingForAVersion(commits),
                WorkingSet.sorted(commits.stream().map(Commit::id).toList()),
                commits.stream().map(Commit::writeId).toList(),
                now));
        WorkingSet rows = WorkingSet.of(session, start.locked());
        WriteFates fates = new WriteFates(start.outbox());
        if (!start.terms().isVersioningOff()) {
            fates.superseded(VersionRows.known(
                    session,
                    commits.stream().map(Commit::id).toList(),
                    commits.stream().map(Commit::writeId).toList()));
        }
        CommitDecisions decisions = new CommitDecisions(session, start, rows, uploads, fates, now, grace);
        List<CommitResult> results = new ArrayList<>(commits.size());
        for (Commit commit : commits) {
            results.add(decisions.decide(commit).in(start.terms().schemes(commit.id())));
        }
        requireNotSuperseded(rows.flush());
        uploads.flush();
        decisions.flush();
        changes = decisions.changes();
        epoch = start.epoch();
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
