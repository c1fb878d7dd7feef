package io.chameleon.client.internal.transfer;

import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Meter;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.write.SegmentSource;
import io.chameleon.client.internal.write.UploadParts;
import io.chameleon.core.upload.UploadPart;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Sends a part, unless its upload has it with the same bytes already. One that fails is tried three times.
 *
 * @param scope of all parts: closed when one has failed
 */
record PartSender(
        ClientContext context,
        UploadParts parts,
        ParallelUpload.Target target,
        ParallelUpload.Ranges source,
        PartSizes sizes,
        Executor blocking,
        Scope scope) {
    private static final int TRIES = 3;

    /** @param there the part that the upload has; null if none */
    CompletableFuture<UploadPart> send(int index, @Nullable UploadPart there) {
        long length = sizes.length(index);
        if (there == null || there.size() != length) {
            return put(index, 1);
        }
        return opened(index)
                .thenCompose(bytes -> new SourceChecksum(bytes, context.workers(), scope).compute())
                .thenCompose(crc -> {
                    if (crc != there.crc32c()) {
                        return put(index, 1);
                    }
                    scope.meter().alreadyThere(length);
                    return CompletableFuture.completedFuture(there);
                });
    }

    private CompletableFuture<UploadPart> put(int index, int tries) {
        Meter ofTry = scope.meter().part();
        Scope within = scope.child(scope.limits(), ofTry);
        return opened(index)
                .thenCompose(bytes -> parts.put(
                        new UploadParts.Part(target.object(), target.upload(), target.policy(), index + 1),
                        bytes,
                        within))
                .whenComplete((part, failure) -> within.close())
                .exceptionallyCompose(failure -> {
                    Throwable cause = Errors.unwrap(failure);
                    if (scope.isClosed() || tries >= mostTries() || !mayHelp(cause)) {
                        return CompletableFuture.failedFuture(cause);
                    }
                    scope.meter().inVain(ofTry.bytesSent());
                    scope.meter().retried();
                    return context.retry()
                            .delay(scope, context.retry().pause(tries))
                            .thenCompose(v -> put(index, tries + 1));
                });
    }

    private CompletableFuture<SegmentSource> opened(int index) {
        // The source may block for ever; an upload that is given up does not wait for it.
        return scope.call(() ->
                CompletableFuture.supplyAsync(() -> source.open(sizes.offset(index), sizes.length(index)), blocking));
    }

    private int mostTries() {
        return Math.min(TRIES, scope.limits().attempts());
    }

    private static boolean mayHelp(Throwable failure) {
        return Errors.of(failure) instanceof ChameleonException known && known.retryable();
    }
}
