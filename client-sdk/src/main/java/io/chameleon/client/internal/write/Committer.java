package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.QuotaExceededException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.internal.Change;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import java.util.concurrent.CompletableFuture;

/** Commits a write, repeating it with the same write id until an answer comes: commits are idempotent by that id. */
final class Committer {
    private final ClientContext context;

    Committer(ClientContext context) {
        this.context = context;
    }

    /**
     * Completes with a commit that happened; fails with {@link WriteOutcomeUnknownException} if no answer ever came.
     */
    CompletableFuture<CommitResult> commit(Commit commit, Scope scope) {
        String what = "object " + commit.id() + ", write " + commit.writeId() + ": the commit";
        return Change.repeatable(context, what)
                .send(
                        scope,
                        scope.limits().request(),
                        timeout -> context.metadata().commit(commit, timeout))
                .thenApply(result -> accepted(commit, result));
    }

    /**
     * Whether no commit of this write can have reached the mapping table; an answer of the table shows that one did.
     */
    static boolean isNotSent(Throwable failure) {
        Throwable cause = Errors.unwrap(failure);
        return !(cause instanceof WriteOutcomeUnknownException
                || cause instanceof PreconditionFailedException
                || cause instanceof QuotaExceededException
                || cause instanceof WriteExpiredException);
    }

    private CommitResult accepted(Commit commit, CommitResult result) {
        context.mappings().remember(commit.id(), result.current());
        requireAccepted("object " + commit.id() + ", write " + commit.writeId(), result);
        return result;
    }

    /** Throws unless the commit happened. */
    static void requireAccepted(String what, CommitResult result) {
        switch (result.status()) {
            case COMMITTED, SUPERSEDED -> {}
            case PRECONDITION_FAILED ->
                throw new PreconditionFailedException(
                        ErrorCode.PRECONDITION_FAILED, what + ": the condition does not hold", null);
            case TOO_OLD ->
                throw new WriteExpiredException(
                        ErrorCode.WRITE_TOO_OLD,
                        what + ": older than the grace period, or its chunks were cleared away meanwhile",
                        null);
            case FROM_FUTURE ->
                throw new WriteExpiredException(
                        ErrorCode.WRITE_FROM_FUTURE,
                        what + ": dated ahead of the metadata service's clock: this machine's clock is wrong",
                        null);
            case OVER_QUOTA ->
                throw new QuotaExceededException(
                        ErrorCode.QUOTA_EXCEEDED,
                        what + ": over the quota of its bucket or of the bucket's owner",
                        null);
        }
    }
}
