package io.chameleon.lab.simulation.role;

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
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The uploads behind {@link ForwardingTables}; subclasses change a part. Every call goes through its transaction. */
public class ForwardingUploads implements UploadTable {
    private final ForwardingTables tables;
    private final Supplier<UploadTable> uploads;

    /** @param uploads asked anew for each call */
    public ForwardingUploads(ForwardingTables tables, Supplier<UploadTable> uploads) {
        this.tables = tables;
        this.uploads = uploads;
    }

    @Override
    public Upload begin(NewUpload upload) {
        return tables.transaction(() -> uploads.get().begin(upload));
    }

    @Override
    public UploadPart addPart(NewPart part) {
        return tables.transaction(() -> uploads.get().addPart(part));
    }

    @Override
    public PartPage parts(ObjectId object, WriteId upload, int after, int limit) {
        return tables.transaction(() -> uploads.get().parts(object, upload, after, limit));
    }

    @Override
    public CommitResult complete(Completion completion) {
        return tables.transaction(() -> uploads.get().complete(completion));
    }

    @Override
    public CommitResult copy(Copy copy) {
        return tables.transaction(() -> uploads.get().copy(copy));
    }

    @Override
    public boolean abort(ObjectId object, WriteId upload) {
        return tables.transaction(() -> uploads.get().abort(object, upload));
    }

    @Override
    public UploadPage list(UploadQuery query) {
        return tables.transaction(() -> uploads.get().list(query));
    }

    @Override
    public @Nullable List<Extent> extents(String bucket, WriteId contentId) {
        return tables.transaction(() -> Optional.ofNullable(uploads.get().extents(bucket, contentId)))
                .orElse(null);
    }
}
