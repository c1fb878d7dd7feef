package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.KeyLock;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.version.VersionChanges;
import io.chameleon.metadata.version.VersionRow;
import io.chameleon.metadata.version.VersionRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.hibernate.StatelessSession;

/**
 * Deletes an object, or one version of it, in one transaction.
 *
 * <p>An object's row, if there is one, is locked first of all; who adds a version on top of it does the same. Where
 * there is none, {@link KeyLock#lock} takes its place. It also comes before the row's lock where a former version
 * may become the current one; a commit that creates the row meanwhile collides with that in the primary key.
 */
final class DeleteTransaction {
    private final StatelessSession session;
    private final long now;
    private final WriteId markerId;

    /** @param markerId of the delete marker, if one is added */
    DeleteTransaction(StatelessSession session, long nowMillis, WriteId markerId) {
        this.session = session;
        this.now = nowMillis;
        this.markerId = markerId;
    }

    /** As {@link io.chameleon.core.version.VersionTable#delete} without a version. */
    Deletion object(ObjectId id, Condition condition) {
        MappingStatements.Locked locked = MappingStatements.lockWithTerms(session, List.of(id));
        Versioning versioning = locked.terms().versioning(id);
        WorkingSet rows = WorkingSet.of(session, locked.rows());
        if (versioning != Versioning.OFF && rows.row(id) == null) {
            KeyLock.lock(session, id);
            rows = WorkingSet.lock(session, List.of(id));
        }
        ObjectMapping before = rows.row(id);
        if (before == null && versioning == Versioning.OFF) {
            return Deletion.of(DeleteResult.NOT_FOUND);
        }
        if (!condition.holds(before)) {
            return Deletion.of(DeleteResult.PRECONDITION_FAILED);
        }
        FormerVersions former = new FormerVersions(session, now);
        ObjectMapping kept = FormerVersions.kept(before, versioning);
        if (before != null && kept != null) {
            former.keep(before, kept, rows);
            rows.remove(id);
        } else if (before != null) {
            remove(before, rows);
        } else {
            former.cover(id);
        }
        if (versioning == Versioning.SUSPENDED) {
            former.dropNull(id);
        }
        if (versioning != Versioning.OFF) {
            former.mark(id, markerId, versioning);
        }
        rows.flush();
        former.flush();
        if (before != null && kept == null) {
            dropPieces(before);
        }
        return versioning == Versioning.OFF
                ? Deletion.of(DeleteResult.DELETED)
                : new Deletion(DeleteResult.DELETED, VersionId.of(markerId, versioning == Versioning.ENABLED), true);
    }

    /** As {@link io.chameleon.core.version.VersionTable#delete} of a version. */
    Deletion version(ObjectId id, VersionId version, Condition condition) {
        KeyLock.lock(session, id);
        List<VersionRow> newest = VersionRows.newest(session, id, 2);
        List<ObjectId> touched = new ArrayList<>(List.of(id));
        newest.stream().filter(row -> !row.marker()).map(VersionRow::component).forEach(touched::add);
        WorkingSet rows = WorkingSet.lock(session, touched);
        if (!VersionRows.newest(session, id, 2).equals(newest)) {
            throw new Transactions.ConflictException("versions of " + id + " came meanwhile");
        }
        ObjectMapping current = rows.row(id);
        if (current != null && VersionId.of(current).equals(version)) {
            return current(current, condition, newest, rows);
        }
        VersionRow row = session.doReturningWork(connection -> VersionRows.find(connection, id, version));
        if (row == null) {
            return Deletion.of(DeleteResult.NOT_FOUND);
        }
        boolean latest = current == null && newest.getFirst().equals(row);
        if (!row.version(latest, row.marker() ? null : bytes(row)).meets(condition)) {
            return Deletion.of(DeleteResult.PRECONDITION_FAILED);
        }
        if (!FormerVersions.drop(session, row)) {
            throw new Transactions.ConflictException("version " + version + " of " + id + " went meanwhile");
        }
        if (latest && newest.size() > 1) {
            restore(newest.get(1), rows);
        }
        rows.flush();
        return new Deletion(DeleteResult.DELETED, version, row.marker());
    }

    private Deletion current(ObjectMapping row, Condition condition, List<VersionRow> former, WorkingSet rows) {
        if (!condition.holds(row)) {
            return Deletion.of(DeleteResult.PRECONDITION_FAILED);
        }
        remove(row, rows);
        if (!former.isEmpty()) {
            restore(former.getFirst(), rows);
        }
        rows.flush();
        dropPieces(row);
        return new Deletion(DeleteResult.DELETED, VersionId.of(row), false);
    }

    private ObjectMapping bytes(VersionRow row) {
        return Objects.requireNonNull(
                MappingStatements.lookup(session, row.component()).mapping(), "component of a version");
    }

    private void remove(ObjectMapping row, WorkingSet rows) {
        rows.remove(row.id());
        rows.queueDead(row, MappingRules.garbageOf(row), now);
    }

    /** After the rows are written. */
    private void dropPieces(ObjectMapping row) {
        DroppedPieces dropped = new DroppedPieces(session, now);
        dropped.add(row);
        dropped.flush();
    }

    /** The newest of the former versions becomes the current one, unless it is a delete marker. */
    private void restore(VersionRow row, WorkingSet rows) {
        if (row.marker()) {
            return;
        }
        ObjectMapping kept = Objects.requireNonNull(rows.row(row.component()), "component of a version");
        ObjectMapping restored = MappingRules.restored(kept, row.object());
        rows.rename(kept, restored);
        rows.remove(kept.id());
        if (!VersionChanges.delete(session, row)) {
            throw new Transactions.ConflictException("version " + row.id() + " of " + row.object() + " went meanwhile");
        }
        ComponentRows.forget(session, row.object().bucket(), row.contentId());
        LostFragments.queue(session, restored, rows, now);
    }
}
