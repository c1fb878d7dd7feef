package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Uploads and copies: all that one of them names is in one bucket, and so in one database. */
public final class RoutedUploadTable implements UploadTable {
    private final Databases databases;

    public RoutedUploadTable(Databases databases) {
        this.databases = databases;
    }

    @Override
    public Upload begin(NewUpload upload) {
        return databases.inToWrite(
                upload.object(), database -> database.uploads().begin(upload));
    }

    @Override
    public UploadPart addPart(NewPart part) {
        return databases.in(part.object(), database -> database.uploads().addPart(part));
    }

    @Override
    public PartPage parts(ObjectId object, WriteId upload, int after, int limit) {
        return databases.in(object, database -> database.uploads().parts(object, upload, after, limit));
    }

    @Override
    public CommitResult complete(Completion completion) {
        return databases.in(completion.object(), database -> database.uploads().complete(completion));
    }

    @Override
    public CommitResult copy(Copy copy) {
        return databases.in(copy.object(), database -> database.uploads().copy(copy));
    }

    @Override
    public boolean abort(ObjectId object, WriteId upload) {
        return databases.in(object, database -> database.uploads().abort(object, upload));
    }

    @Override
    public UploadPage list(UploadQuery query) {
        return databases.in(query.bucket(), database -> database.uploads().list(query));
    }

    @Override
    public @Nullable List<Extent> extents(String bucket, WriteId contentId) {
        return databases.in(bucket, database -> database.uploads().extents(bucket, contentId));
    }
}
