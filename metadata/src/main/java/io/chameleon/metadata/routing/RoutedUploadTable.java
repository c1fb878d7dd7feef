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

    private UploadTable of(ObjectId object) {
        return databases.of(object).uploads();
    }

    @Override
    public Upload begin(NewUpload upload) {
        return databases.toWrite(upload.object()).uploads().begin(upload);
    }

    @Override
    public UploadPart addPart(NewPart part) {
        return of(part.object()).addPart(part);
    }

    @Override
    public PartPage parts(ObjectId object, WriteId upload, int after, int limit) {
        return of(object).parts(object, upload, after, limit);
    }

    @Override
    public CommitResult complete(Completion completion) {
        return of(completion.object()).complete(completion);
    }

    @Override
    public CommitResult copy(Copy copy) {
        return of(copy.object()).copy(copy);
    }

    @Override
    public boolean abort(ObjectId object, WriteId upload) {
        return of(object).abort(object, upload);
    }

    @Override
    public UploadPage list(UploadQuery query) {
        return databases.of(query.bucket()).uploads().list(query);
    }

    @Override
    public @Nullable List<Extent> extents(String bucket, WriteId contentId) {
        return databases.of(bucket).uploads().extents(bucket, contentId);
    }
}
