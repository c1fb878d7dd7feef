package io.chameleon.metadata.slice;

import io.chameleon.core.Slices;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.version.ObjectVersion;
import org.jspecify.annotations.Nullable;

/** Answers about objects of a slice as clients see them: under the names of the whole bucket. */
public final class WholeNames {
    private WholeNames() {}

    public static ObjectMapping of(ObjectMapping row) {
        return Slices.isSlice(row.id().bucket()) ? row.withId(Slices.whole(row.id())) : row;
    }

    public static @Nullable ObjectMapping ofNullable(@Nullable ObjectMapping row) {
        return row == null ? null : of(row);
    }

    public static Lookup of(Lookup found) {
        return found.with(ofNullable(found.mapping()));
    }

    public static CommitResult of(CommitResult done) {
        return new CommitResult(done.status(), ofNullable(done.current()), done.schemes());
    }

    public static UpdateResult of(UpdateResult done) {
        return new UpdateResult(done.status(), ofNullable(done.current()));
    }

    public static EpochLogEntry of(EpochLogEntry entry) {
        return new EpochLogEntry(
                Slices.whole(entry.id()),
                entry.epoch(),
                entry.event(),
                entry.from(),
                entry.to(),
                entry.source(),
                entry.destination(),
                entry.reason(),
                entry.atMillis());
    }

    public static ObjectVersion of(ObjectVersion version) {
        return new ObjectVersion(
                Slices.whole(version.object()),
                version.id(),
                version.latest(),
                version.modifiedMillis(),
                version.noncurrentMillis(),
                ofNullable(version.row()));
    }

    public static Upload of(Upload upload) {
        return new Upload(
                Slices.whole(upload.object()),
                upload.id(),
                upload.startedMillis(),
                upload.owner(),
                upload.policy(),
                upload.contentType(),
                upload.userMetadata());
    }

    public static PartPage of(PartPage page) {
        return new PartPage(of(page.upload()), page.parts(), page.more());
    }
}
