package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.metadata.statement.ComponentRows;
import io.chameleon.metadata.statement.ExtentLists;
import io.chameleon.metadata.statement.Outbox;
import io.chameleon.metadata.statement.VersionRows;
import java.time.Duration;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Makes a version of the bytes of another. The rows of both are locked from the start, under each name that the source
 * may have. While the source's row is locked, its version holds its components, so references can be added to them.
 */
final class CopyTransaction {
    private final StatelessSession session;
    private final long now;
    private final Duration grace;
    private final WriteId rowId;

    /** @param rowId of the source's row, if its bytes become a component */
    CopyTransaction(StatelessSession session, long nowMillis, Duration grace, WriteId rowId) {
        this.session = session;
        this.now = nowMillis;
        this.grace = grace;
        this.rowId = rowId;
    }

    CommitResult run(Copy copy) {
        String bucket = copy.object().bucket();
        ObjectId kept = Components.id(bucket, copy.version());
        ObjectId bytes = Components.id(bucket, Components.sharedBytes(copy.version()));
        if (copy.condition() instanceof Condition.IfMatch) {
            // The commit takes this lock. It comes before those of rows.
            VersionRows.lock(session, copy.object());
        }
        WorkingSet rows = WorkingSet.lock(session, List.of(copy.object(), copy.source(), kept, bytes));
        ObjectMapping before = rows.row(copy.object());
        if (before != null && before.content().contentId().equals(copy.made())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        ObjectMapping source = source(copy, rows.row(copy.source()), rows.row(kept));
        boolean composed = source.content().isComposed();
        List<Extent> extents = composed ? list(bucket, source) : Copy.extents(source.content());
        if (composed && copy.sourceList() != null) {
            // Another copy came first: the source has a list.
            ComponentRows.abandonList(session, bucket, copy.sourceList());
        } else if (!composed && copy.condition().holds(before)) {
            share(copy, source, rows.row(bytes), rows);
        }
        CommitResult result = new CommitTransaction(session, now, grace)
                .run(List.of(copy.commit(source, extents)))
                .getFirst();
        settle(copy, extents, result.status());
        return result;
    }

    /** Under the key's name if it is current, under a component's if it is former. */
    private ObjectMapping source(Copy copy, @Nullable ObjectMapping current, @Nullable ObjectMapping kept) {
        if (current != null && current.content().contentId().equals(copy.version())) {
            return current;
        }
        // A component that is no version of this key is a part of an upload.
        boolean former = kept != null
                && session.doReturningWork(
                        connection -> VersionRows.isFormer(connection, copy.source(), copy.version()));
        if (kept == null || !former) {
            throw copy.sourceGone();
        }
        return kept;
    }

    private List<Extent> list(String bucket, ObjectMapping source) {
        ExtentLists.Made made = session.doReturningWork(connection ->
                ExtentLists.find(connection, bucket, source.content().contentId()));
        if (made == null) {
            throw new IllegalStateException("version " + source.content().contentId() + " of bucket " + bucket
                    + " is composed, and its list is not there");
        }
        return made.extents();
    }

    /** The source's bytes become a component, to which the source alone refers yet. */
    private void share(Copy copy, ObjectMapping source, @Nullable ObjectMapping inTheWay, WorkingSet rows) {
        if (inTheWay != null) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "object " + copy.source() + ": another write has taken the name " + inTheWay.id()
                            + " of its bytes: write it anew");
        }
        WriteId list = copy.sourceList();
        String bucket = copy.object().bucket();
        if (list == null || !ComponentRows.takeList(session, bucket, list)) {
            throw copy.listGone(list);
        }
        MappingRules.Shared shared = MappingRules.shared(source, rowId);
        rows.rename(source, shared.bytes());
        rows.put(shared.version());
        LostFragments.queue(session, shared.bytes(), rows, now);
        var inserted = rows.flush();
        ComponentRows.insert(session, inserted.stream().map(ObjectMapping::id).toList(), 1, now);
        ExtentLists.insert(
                session,
                bucket,
                copy.version(),
                new ExtentLists.Made(copy.version(), Copy.extents(source.content()), list));
        if (!MappingRules.tooOld(copy.version(), now, grace)) {
            Outbox.remember(session, copy.version(), grace, now);
        }
    }

    private void settle(Copy copy, List<Extent> extents, CommitResult.Status status) {
        String bucket = copy.object().bucket();
        switch (status) {
            case COMMITTED -> {
                ComponentRows.refer(
                        session, bucket, extents.stream().map(Extent::component).toList());
                if (!ComponentRows.takeList(session, bucket, copy.list())) {
                    throw copy.listGone(copy.list());
                }
                ExtentLists.insert(
                        session, bucket, copy.made(), new ExtentLists.Made(copy.list(), extents, copy.list()));
            }
            case SUPERSEDED -> {} // a repeated copy: its first try took the list
            // The source's list, if it is not used, goes with age, after the copy's: see ComposedObjects.
            default -> ComponentRows.abandonList(session, bucket, copy.list());
        }
    }
}
