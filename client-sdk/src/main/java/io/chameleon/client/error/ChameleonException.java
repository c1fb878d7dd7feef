package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Any error with which the store answers a request. Failures of the caller's own files and streams are not in this
 * family: they are {@link java.io.UncheckedIOException}.
 */
public abstract sealed class ChameleonException extends RuntimeException
        permits BucketExistsException,
                BucketNotEmptyException,
                BucketNotFoundException,
                ClientBusyException,
                DataUnavailableException,
                DeadlineExceededException,
                InternalException,
                InvalidPartException,
                InvalidRequestException,
                NotModifiedException,
                ObjectChangedException,
                ObjectNotFoundException,
                OperationCancelledException,
                PermissionDeniedException,
                PreconditionFailedException,
                QuotaExceededException,
                UnauthenticatedException,
                UnavailableException,
                UploadNotFoundException,
                WriteExpiredException,
                WriteOutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    ChameleonException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Its number never changes its meaning. */
    public ErrorCode code() {
        return code;
    }

    /** Whether the same call can succeed later without a change by the caller; follows from the {@link #code}. */
    public final boolean retryable() {
        return code.retry() != ErrorCode.Retry.NEVER;
    }

    /** What the user can do, in one sentence. */
    public abstract String advice();
}
