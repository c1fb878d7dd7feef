package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Copy;
import io.chameleon.metadata.statement.OutboxEntries;
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.upload.ExtentLists;
import io.chameleon.metadata.upload.ListComponents;
import io.chameleon.metadata.version.VersionRows;
import java.time.Duration;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Makes the bytes of a version a component, to which copies and parts of uploads refer. */
final class SharedBytes {
    private final StatelessSession session;
    private final long now;
    private final Duration grace;
    private final WriteId rowId;

    /** @param rowId of the version's row, once its bytes are a component */
    SharedBytes(StatelessSession session, long nowMillis, Duration grace, WriteId rowId) {
        this.session = session;
        this.now = nowMillis;
        this.grace = grace;
        this.rowId = rowId;
    }

    /** What a version's row may be called, and what its bytes will be: the caller locks these. */
    static List<ObjectId> names(ObjectId object, WriteId version) {
        return List.of(object, kept(object, version), bytes(object, version));
    }

    private static ObjectId kept(ObjectId object, WriteId version) {
        return Components.id(object.bucket(), version);
    }

    private static ObjectId bytes(ObjectId object, WriteId version) {
        return Components.id(object.bucket(), Components.sharedBytes(version));
    }

    /** Its row under the key's name if it is current, under a component's if it is former; null if it is gone. */
    @Nullable
    ObjectMapping find(ObjectId object, WriteId version, WorkingSet rows) {
        ObjectMapping current = rows.row(object);
        if (current != null && current.content().contentId().equals(version)) {
            return current;
        }
        // A component that is no version of this key is a part of an upload.
        ObjectMapping kept = rows.row(kept(object, version));
        boolean former = kept != null
                && session.doReturningWork(connection -> VersionRows.isFormer(connection, object, version));
        return former ? kept : null;
    }

    /**
     * The bytes of a version that is not composed become a component, to which that version alone refers yet.
     *
     * @param list of the version; false if it is not there, or has made a version: then nothing has changed
     */
    boolean share(ObjectId object, ObjectMapping version, WriteId list, WorkingSet rows) {
        WriteId contentId = version.content().contentId();
        ObjectMapping inTheWay = rows.row(bytes(object, contentId));
        if (inTheWay != null) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "object " + object + ": another write has taken the name " + inTheWay.id()
                            + " of its bytes: write it anew");
        }
        String bucket = object.bucket();
        if (!ListComponents.take(session, bucket, list)) {
            return false;
        }
        MappingRules.Shared shared = MappingRules.shared(version, rowId);
        rows.rename(version, shared.bytes());
        rows.put(shared.version());
        LostFragments.queue(session, shared.bytes(), rows, now);
        var inserted = rows.flush();
        ComponentRows.insert(session, inserted.stream().map(ObjectMapping::id).toList(), 1, now);
        ExtentLists.insert(
                session, bucket, contentId, new ExtentLists.Made(contentId, Copy.extents(version.content()), list));
        if (!MappingRules.tooOld(contentId, now, grace)) {
            OutboxEntries.remember(session, contentId, ObjectId.userBucket(bucket), grace, now);
        }
        return true;
    }
}
