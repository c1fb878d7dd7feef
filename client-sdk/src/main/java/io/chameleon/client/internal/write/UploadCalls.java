package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.internal.Change;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadQuery;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Multipart uploads: how they begin, are listed, completed and aborted. */
public final class UploadCalls {
    private static final Logger LOG = LoggerFactory.getLogger(UploadCalls.class);

    private final ClientContext context;
    private final ObjectWriter writer;
    private final ListWriter lists;
    private final UploadParts parts;

    public UploadCalls(ClientContext context, ObjectWriter writer, UploadParts parts) {
        this.context = context;
        this.writer = writer;
        this.lists = new ListWriter(writer);
        this.parts = parts;
    }

    public CompletableFuture<Upload> begin(ObjectId object, String owner, PutOptions options, Scope scope) {
        return begin(object, newId(object), owner, options, scope);
    }

    /** Names an upload that {@link #giveUp} can end, whether its beginning is answered or not. */
    public WriteId newId(ObjectId object) {
        return context.writeIds().next(object);
    }

    /** @param id {@link #newId} */
    public CompletableFuture<Upload> begin(ObjectId object, WriteId id, String owner, PutOptions options, Scope scope) {
        NewUpload upload = new NewUpload(
                object, id, owner, options.policy().orElse(null), options.contentType(), options.userMetadata());
        return changed(
                "object " + object + ", upload " + upload.id() + ": the request to begin",
                scope,
                timeout -> context.metadata().uploads().begin(upload, timeout));
    }

    /**
     * Completes with the row of the new version. Its list is written before: for it the parts are listed, which tells
     * first whether the completion can succeed. A completion of an upload that is not open may be a repeated one: it is
     * sent without a list.
     */
    public CompletableFuture<ObjectMapping> complete(Completion completion, Scope scope) {
        return parts.whole(completion.object(), completion.upload(), scope)
                .thenCompose(whole -> listed(completion, whole, scope))
                .exceptionallyCompose(failure -> Errors.code(failure) == ErrorCode.UPLOAD_NOT_FOUND
                        ? CompletableFuture.completedFuture(completion)
                        : CompletableFuture.failedFuture(Errors.unwrap(failure)))
                .thenCompose(listed -> send(listed, scope));
    }

    /**
     * The completion by its list, once that is durable. Fails without writing if the parts are not those that are
     * named.
     */
    private CompletableFuture<Completion> listed(Completion completion, UploadParts.Whole whole, Scope scope) {
        return lists.write(
                        ExtentList.of(completion, whole.upload(), whole.parts()),
                        whole.upload().policy(),
                        scope)
                .thenApply(completion::listed);
    }

    /** The completion decides; this only saves sending the data of an upload that is bound to fail. */
    public CompletableFuture<Void> requireHolds(ObjectId object, Condition condition, Scope scope) {
        if (condition.equals(Condition.NONE)) {
            return CompletableFuture.completedFuture(null);
        }
        return context.lookup(object, scope, context.deadline(scope)).thenAccept(found -> {
            if (!condition.holds(found.mapping())) {
                throw new ChameleonError(
                        ErrorCode.PRECONDITION_FAILED, "object " + object + ": the condition does not hold");
            }
        });
    }

    private CompletableFuture<ObjectMapping> send(Completion completion, Scope scope) {
        ObjectId object = completion.object();
        String what = "object " + object + ", upload " + completion.upload();
        return changed(
                        what + ": the completion",
                        scope,
                        timeout -> context.metadata().uploads().complete(completion, timeout))
                .thenApply(result -> {
                    context.mappings().remember(object, result.current());
                    CommitAnswers.requireAccepted(what, result);
                    return Objects.requireNonNull(result.current(), "row of a committed version");
                });
    }

    public CompletableFuture<Boolean> abort(ObjectId object, WriteId upload, Scope scope) {
        return changed(
                "object " + object + ", upload " + upload + ": the request to abort",
                scope,
                timeout -> context.metadata().uploads().abort(object, upload, timeout));
    }

    /**
     * Ends an upload that failed, unless it certainly was not begun: one try, outside of the scope, which may have been
     * closed. Fails with the failure.
     */
    public <T> CompletableFuture<T> giveUp(ObjectId object, WriteId upload, boolean begun, Throwable failure) {
        Throwable cause = Errors.unwrap(failure);
        if (!begun && !(cause instanceof WriteOutcomeUnknownException) && !Errors.isGivenUp(cause)) {
            return CompletableFuture.failedFuture(cause);
        }
        return Scope.started(() -> context.metadata()
                        .uploads()
                        .abort(object, upload, context.timeouts().request()))
                .handle((found, again) -> {
                    LOG.debug("object {} upload {}: given up: {}", object, upload, found, again);
                    return found;
                })
                .thenCompose(found -> CompletableFuture.failedFuture(cause));
    }

    /** An object that is not worth an upload. Closes the source. */
    public CompletableFuture<ObjectWriter.Written> putWhole(
            ObjectId object, SegmentSource source, PutOptions options, Scope scope) {
        return writer.write(object, source, options, scope);
    }

    public CompletableFuture<UploadPage> list(UploadQuery query, Scope scope) {
        return context.retry()
                .untilDeadline(
                        scope,
                        context.deadline(scope),
                        scope.limits().request(),
                        timeout -> context.metadata().uploads().list(query, timeout));
    }

    private <T> CompletableFuture<T> changed(
            String what, Scope scope, Function<Duration, CompletableFuture<T>> request) {
        return Change.repeatable(context, what).send(scope, scope.limits().request(), request);
    }
}
