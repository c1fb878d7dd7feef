package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.QuotaExceededException;
import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;

/** What the answers to a commit, or their absence, tell its writer. */
final class CommitAnswers {
    private CommitAnswers() {}

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
}
