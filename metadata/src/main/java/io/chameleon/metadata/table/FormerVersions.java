package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.version.VersionChanges;
import io.chameleon.metadata.version.VersionRow;
import io.chameleon.metadata.version.VersionRows;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** What one transaction does to versions that are not current. Their rows are written after those of the objects. */
public final class FormerVersions {
    private final StatelessSession session;
    private final long now;
    private final List<VersionRow> added = new ArrayList<>();
    private final List<ObjectId> components = new ArrayList<>();
    private final List<ObjectId> covered = new ArrayList<>();
    private final List<ObjectId> withoutNull = new ArrayList<>();

    FormerVersions(StatelessSession session, long nowMillis) {
        this.session = session;
        this.now = nowMillis;
    }

    /** The row of a version that stays when another or a delete marker takes its place; null if it does not. */
    public static @Nullable ObjectMapping kept(@Nullable ObjectMapping row, Versioning versioning) {
        return row != null && versioning.keeps(row.versioned()) ? MappingRules.kept(row) : null;
    }

    /** The version becomes a component, where it is. The caller puts or removes the row of its object. */
    void keep(ObjectMapping row, ObjectMapping kept, WorkingSet rows) {
        rows.rename(row, kept);
        components.add(kept.id());
        added.add(new VersionRow(
                row.id(), 0, row.content().contentId(), false, row.versioned(), row.modifiedMillis(), now));
    }

    /** A delete marker becomes the latest version. */
    void mark(ObjectId object, WriteId id, Versioning versioning) {
        added.add(new VersionRow(object, 0, id, true, versioning == Versioning.ENABLED, now, now));
    }

    /** Something comes on top of the latest version, if that is a delete marker. */
    void cover(ObjectId object) {
        covered.add(object);
    }

    /** The former version called null is replaced, if there is one. */
    void dropNull(ObjectId object) {
        withoutNull.add(object);
    }

    void flush() {
        for (ObjectId object : withoutNull) {
            VersionRow row =
                    session.doReturningWork(connection -> VersionRows.find(connection, object, VersionId.NULL));
            if (row != null) {
                drop(session, row);
            }
        }
        VersionChanges.cover(session, covered, now);
        ComponentRows.insert(session, components, 1, now);
        VersionChanges.add(session, added);
    }

    /** For good; the sweeper takes the bytes. False if another transaction did so. */
    static boolean drop(StatelessSession session, VersionRow row) {
        boolean dropped = VersionChanges.delete(session, row);
        if (dropped && !row.marker()) {
            ComponentRows.release(session, row.object().bucket(), List.of(row.contentId()));
        }
        return dropped;
    }
}
