package io.chameleon.client.internal.write;

import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.internal.call.Meter;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Components;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.ExtentList;
import java.util.concurrent.CompletableFuture;

/**
 * Writes the list of a composed version to flash, as a component of the policy of its parts. If it then makes no
 * version, nothing refers to it, and it is swept.
 */
final class ListWriter {
    private final ObjectWriter writer;

    ListWriter(ObjectWriter writer) {
        this.writer = writer;
    }

    /** The component that the list is, once that is durable. */
    CompletableFuture<WriteId> write(ExtentList list, RedundancyPolicy policy, Scope scope) {
        PutOptions options =
                PutOptions.DEFAULT.contentType(Components.LIST_TYPE).userMetadata(list.label());
        // One segment, so its manifest arrives with its fragments, and it never is in chunks.
        BytesSource bytes = new BytesSource(list.bytes(), ObjectContent.MAX_SEGMENT_BYTES);
        // Its bytes are not the caller's, who is told of his own.
        Scope uncounted = scope.child(scope.limits(), Meter.silent());
        return writer.component(list.object(), policy, options, bytes, uncounted)
                .thenApply(written -> {
                    uncounted.close();
                    if (written.result().status() != CommitResult.Status.COMMITTED) {
                        throw new WriteExpiredException(
                                ErrorCode.WRITE_TOO_OLD,
                                "object " + list.object() + ", upload " + list.upload()
                                        + ": its list was cleared away before it was used",
                                null);
                    }
                    return written.commit().content().contentId();
                });
    }
}
