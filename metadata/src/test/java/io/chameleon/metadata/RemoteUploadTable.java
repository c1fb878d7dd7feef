package io.chameleon.metadata;

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
import io.chameleon.transport.client.UploadClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The typed client as an implementation of the port. */
record RemoteUploadTable(UploadClient client) implements UploadTable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public Upload begin(NewUpload upload) {
        return join(client.begin(upload, TIMEOUT));
    }

    @Override
    public UploadPart addPart(NewPart part) {
        return join(client.addPart(part, TIMEOUT));
    }

    @Override
    public PartPage parts(ObjectId object, WriteId upload, int after, int limit) {
        return join(client.parts(object, upload, after, limit, TIMEOUT));
    }

    @Override
    public CommitResult complete(Completion completion) {
        return join(client.complete(completion, TIMEOUT));
    }

    @Override
    public CommitResult copy(Copy copy) {
        return join(client.copy(copy, TIMEOUT));
    }

    @Override
    public boolean abort(ObjectId object, WriteId upload) {
        return join(client.abort(object, upload, TIMEOUT));
    }

    @Override
    public UploadPage list(UploadQuery query) {
        return join(client.list(query, TIMEOUT));
    }

    @Override
    public @Nullable List<Extent> extents(String bucket, WriteId contentId) {
        List<Extent> extents = join(client.extents(bucket, contentId, TIMEOUT));
        return extents.isEmpty() ? null : extents;
    }
}
