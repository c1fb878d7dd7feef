package io.chameleon.client.internal.write;

import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Components;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Writes the list of a composed version to flash, as a component of the policy of its parts. If the completion then
 * fails, nothing refers to it, and it is swept.
 */
final class ListWriter {
    /** An upload with all its parts, by their numbers. */
    record Whole(Upload upload, Map<Integer, UploadPart> parts) {}

    private final ObjectWriter writer;

    ListWriter(ObjectWriter writer) {
        this.writer = writer;
    }

    /**
     * The completion by its list, once that is durable. Fails without writing if the parts are not those that are
     * named.
     */
    CompletableFuture<Completion> write(Completion completion, Whole whole, Scope scope) {
        ExtentList list = ExtentList.of(completion, whole.upload, whole.parts);
        PutOptions options =
                PutOptions.DEFAULT.contentType(Components.LIST_TYPE).userMetadata(list.label());
        // One segment, so its manifest arrives with its fragments, and it never is in chunks.
        BytesSource bytes = new BytesSource(list.bytes(), ObjectContent.MAX_SEGMENT_BYTES);
        return writer.component(completion.object(), whole.upload.policy(), options, bytes, scope)
                .thenApply(written -> {
                    if (written.result().status() != CommitResult.Status.COMMITTED) {
                        throw new WriteExpiredException(
                                ErrorCode.WRITE_TOO_OLD,
                                "object " + completion.object() + ", upload " + completion.upload()
                                        + ": its list was cleared away before it was completed",
                                null);
                    }
                    return completion.listed(written.commit().content().contentId());
                });
    }
}
