package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.metadata.statement.KeyLock;
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.upload.ExtentLists;
import io.chameleon.metadata.upload.ListComponents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;

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
        SharedBytes shared = new SharedBytes(session, now, grace, rowId);
        if (copy.condition() instanceof Condition.IfMatch) {
            // The commit takes this lock. It comes before those of rows.
            KeyLock.lock(session, copy.object());
        }
        List<ObjectId> names = new ArrayList<>(SharedBytes.names(copy.source(), copy.version()));
        names.add(copy.object());
        WorkingSet rows = WorkingSet.lock(session, names);
        ObjectMapping before = rows.row(copy.object());
        if (before != null && before.content().contentId().equals(copy.made())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        ObjectMapping source = shared.find(copy.source(), copy.version(), rows);
        if (source == null) {
            throw copy.sourceGone();
        }
        boolean composed = source.content().isComposed();
        List<Extent> extents = composed ? list(bucket, source) : Copy.extents(source.content());
        if (composed && copy.sourceList() != null) {
            // Another copy came first: the source has a list.
            ListComponents.abandon(session, bucket, copy.sourceList());
        } else if (!composed && copy.condition().holds(before)) {
            WriteId list = copy.sourceList();
            if (list == null || !shared.share(copy.source(), source, list, rows)) {
                throw copy.listGone(list);
            }
        }
        CommitResult result = new CommitTransaction(session, now, grace)
                .run(List.of(copy.commit(source, extents)))
                .getFirst();
        settle(copy, extents, result.status());
        return result;
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

    private void settle(Copy copy, List<Extent> extents, CommitResult.Status status) {
        String bucket = copy.object().bucket();
        switch (status) {
            case COMMITTED -> {
                ComponentRows.refer(
                        session, bucket, extents.stream().map(Extent::component).toList());
                if (!ListComponents.take(session, bucket, copy.list())) {
                    throw copy.listGone(copy.list());
                }
                ExtentLists.insert(
                        session, bucket, copy.made(), new ExtentLists.Made(copy.list(), extents, copy.list()));
            }
            case SUPERSEDED -> {} // a repeated copy: its first try took the list
            // The source's list, if it is not used, goes with age, after the copy's: see ComposedObjects.
            default -> ListComponents.abandon(session, bucket, copy.list());
        }
    }
}
