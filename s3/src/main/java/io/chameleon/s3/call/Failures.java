package io.chameleon.s3.call;

import io.chameleon.client.error.BucketExistsException;
import io.chameleon.client.error.BucketNotEmptyException;
import io.chameleon.client.error.BucketNotFoundException;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ClientBusyException;
import io.chameleon.client.error.DeadlineExceededException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.InvalidPartException;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.error.QuotaExceededException;
import io.chameleon.client.error.UnavailableException;
import io.chameleon.client.error.UploadNotFoundException;
import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;

/** What a failure of the store is to a client of S3. */
public final class Failures {
    private Failures() {}

    public static S3Exception of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // The SDK wraps what a body's publisher fails with.
            if (cause instanceof S3Exception known) {
                return known;
            }
        }
        Throwable cause = Errors.unwrap(failure);
        return cause instanceof ChameleonException known
                ? ofStore(known)
                : new S3Exception(S3Error.INTERNAL_ERROR, S3Error.INTERNAL_ERROR.message(), cause);
    }

    private static S3Exception ofStore(ChameleonException failure) {
        return switch (failure) {
            case ObjectNotFoundException e -> because(S3Error.NO_SUCH_KEY, e);
            case BucketNotFoundException e -> because(S3Error.NO_SUCH_BUCKET, e);
            case BucketExistsException e -> because(S3Error.BUCKET_ALREADY_EXISTS, e);
            case BucketNotEmptyException e -> because(S3Error.BUCKET_NOT_EMPTY, e);
            case UploadNotFoundException e -> because(S3Error.NO_SUCH_UPLOAD, e);
            case InvalidPartException e -> because(S3Error.INVALID_PART, e);
            case PreconditionFailedException e -> because(S3Error.PRECONDITION_FAILED, e);
            case QuotaExceededException e -> because(S3Error.QUOTA_EXCEEDED, e);
            case ObjectChangedException e -> because(S3Error.OPERATION_ABORTED, e);
            case InvalidRequestException e ->
                new S3Exception(S3Error.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
            case UnavailableException e ->
                because(e.code() == ErrorCode.OVERLOADED ? S3Error.SLOW_DOWN : S3Error.SERVICE_UNAVAILABLE, e);
            case ClientBusyException e -> because(S3Error.SLOW_DOWN, e);
            case DeadlineExceededException e -> because(S3Error.SERVICE_UNAVAILABLE, e);
            case WriteOutcomeUnknownException e -> because(S3Error.SERVICE_UNAVAILABLE, e);
            default -> because(S3Error.INTERNAL_ERROR, failure);
        };
    }

    private static S3Exception because(S3Error error, Throwable cause) {
        return new S3Exception(error, error.message(), cause);
    }
}
