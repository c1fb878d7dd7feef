package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.upload.ListComponents;
import io.chameleon.metadata.upload.PartRows;
import io.chameleon.metadata.upload.UploadRows;
import java.time.Duration;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Adds a part to an upload; its component is there already, or made of the bytes of another version. */
final class PartTransaction {
    private final StatelessSession session;
    private final long now;
    private final Duration grace;
    private final WriteId rowId;

    /** @param rowId of a version's row, if its bytes become a component */
    PartTransaction(StatelessSession session, long nowMillis, Duration grace, WriteId rowId) {
        this.session = session;
        this.now = nowMillis;
        this.grace = grace;
        this.rowId = rowId;
    }

    UploadPart run(NewPart wanted) {
        Upload upload = UploadRows.require(session, wanted.object(), wanted.upload(), UploadRows.Use.ADDED_TO);
        UploadPart before = PartRows.lock(session, upload, wanted.number());
        if (before != null && before.component().equals(wanted.component())) {
            return before;
        }
        String bucket = upload.object().bucket();
        NewPart.Source source = wanted.source();
        if (source != null) {
            share(source);
        }
        ObjectMapping component = ComponentRows.addReference(session, bucket, wanted.component())
                ? lookup(Components.id(bucket, wanted.component()))
                : null;
        if (component == null) {
            throw gone(wanted);
        }
        ObjectContent content = component.content();
        UploadPart part = new UploadPart(
                wanted.number(), wanted.component(), content.size(), content.crc32c(), now, wanted.metadata());
        if (before != null) {
            PartRows.delete(session, upload, wanted.number());
            ComponentRows.release(session, bucket, List.of(before.component()));
        }
        PartRows.insert(session, upload, part);
        return part;
    }

    /** If the version is gone, or is composed of others, the component is not there afterwards. */
    private void share(NewPart.Source of) {
        SharedBytes shared = new SharedBytes(session, now, grace, rowId);
        WorkingSet rows = WorkingSet.lock(session, SharedBytes.names(of.object(), of.version()));
        ObjectMapping version = shared.find(of.object(), of.version(), rows);
        if (version == null || version.content().isComposed()) {
            ListComponents.abandon(session, of.object().bucket(), of.list());
        } else {
            boolean unused = shared.share(of.object(), version, of.list(), rows);
        }
    }

    private static ChameleonError gone(NewPart part) {
        return new ChameleonError(
                ErrorCode.WRITE_TOO_OLD,
                "object " + part.object() + ", part " + part.number() + ": component " + part.component()
                        + " is not there, or was cleared away");
    }

    private @Nullable ObjectMapping lookup(ObjectId id) {
        return MappingStatements.lookup(session, id).mapping();
    }
}
