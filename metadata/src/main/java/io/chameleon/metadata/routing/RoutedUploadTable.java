package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.metadata.slice.SlicedCommits;
import io.chameleon.metadata.slice.SlicedPages;
import io.chameleon.metadata.slice.WholeNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Uploads and copies: all that one of them names is in one bucket, or one slice, and so in one database. */
public final class RoutedUploadTable implements UploadTable {
    private final Databases databases;

    public RoutedUploadTable(Databases databases) {
        this.databases = databases;
    }

    @Override
    public Upload begin(NewUpload upload) {
        return databases.inToWrite(
                upload.object(),
                (database, stored) -> {
                    if (Slices.isSlice(stored.bucket())) {
                        SlicedCommits.requireNamed(upload.object(), upload.id());
                    }
                    return database.uploads().begin(upload.of(stored));
                },
                WholeNames::of);
    }

    @Override
    public UploadPart addPart(NewPart part) {
        return databases.in(
                part.object(), (database, stored) -> database.uploads().addPart(inOne(part, stored)));
    }

    private NewPart inOne(NewPart part, ObjectId stored) {
        NewPart.Source source = part.source();
        return part.of(
                stored,
                source == null
                        ? null
                        : new NewPart.Source(sameSlice(source.object(), stored), source.version(), source.list()));
    }

    @Override
    public PartPage parts(ObjectId object, WriteId upload, int after, int limit) {
        return databases.in(
                object, (database, stored) -> database.uploads().parts(stored, upload, after, limit), WholeNames::of);
    }

    @Override
    public CommitResult complete(Completion completion) {
        return databases.in(
                completion.object(),
                (database, stored) -> database.uploads().complete(completion.of(stored)),
                WholeNames::of);
    }

    @Override
    public CommitResult copy(Copy copy) {
        return databases.in(
                copy.object(),
                (database, stored) -> database.uploads().copy(copy.of(sameSlice(copy.source(), stored), stored)),
                WholeNames::of);
    }

    /**
     * The stored name of what a version shares its bytes with: in one slice with it, and so in one database.
     *
     * @throws ChameleonError {@code INVALID_REQUEST} if it is in another slice
     */
    private ObjectId sameSlice(ObjectId source, ObjectId stored) {
        ObjectId name = databases.stored(source);
        if (!name.bucket().equals(stored.bucket())) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "copy of " + source + " to " + Slices.whole(stored) + ": they are in different slices of their"
                            + " bucket, and cannot share bytes: the client has to copy them");
        }
        return name;
    }

    @Override
    public boolean abort(ObjectId object, WriteId upload) {
        return databases.in(object, (database, stored) -> database.uploads().abort(stored, upload));
    }

    @Override
    public UploadPage list(UploadQuery query) {
        return databases.isSliced(query.bucket()) ? SlicedPages.uploads(query, this::listed) : listed(query);
    }

    private UploadPage listed(UploadQuery query) {
        return databases.in(query.bucket(), database -> database.uploads().list(query));
    }

    @Override
    public @Nullable List<Extent> extents(String bucket, WriteId contentId) {
        String stored = databases.stored(bucket, contentId);
        return databases.in(stored, database -> database.uploads().extents(stored, contentId));
    }
}
