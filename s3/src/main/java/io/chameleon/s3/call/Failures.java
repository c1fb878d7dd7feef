package io.chameleon.s3.call;

import io.chameleon.client.error.BucketExistsException;
import io.chameleon.client.error.BucketNotEmptyException;
import io.chameleon.client.error.BucketNotFoundException;
import io.chameleon.client.error.ClientBusyException;
import io.chameleon.client.error.DataUnavailableException;
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
import io.chameleon.client.error.WriteExpiredException;
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
        S3Error error = error(cause);
        boolean saysWhy = cause instanceof InvalidRequestException;
        return new S3Exception(error, saysWhy ? String.valueOf(cause.getMessage()) : error.message(), cause);
    }

    private static S3Error error(Throwable failure) {
        return switch (failure) {
            case ObjectNotFoundException _ -> S3Error.NO_SUCH_KEY;
            case BucketNotFoundException _ -> S3Error.NO_SUCH_BUCKET;
            case BucketExistsException _ -> S3Error.BUCKET_ALREADY_EXISTS;
            case BucketNotEmptyException _ -> S3Error.BUCKET_NOT_EMPTY;
            case UploadNotFoundException _ -> S3Error.NO_SUCH_UPLOAD;
            case InvalidPartException _ -> S3Error.INVALID_PART;
            case PreconditionFailedException _ -> S3Error.PRECONDITION_FAILED;
            case QuotaExceededException _ -> S3Error.QUOTA_EXCEEDED;
            case ObjectChangedException _ -> S3Error.OPERATION_ABORTED;
            case InvalidRequestException _ -> S3Error.INVALID_ARGUMENT;
            case UnavailableException e when e.code() == ErrorCode.OVERLOADED -> S3Error.SLOW_DOWN;
            // A 503 would say that the next try may succeed, and SDKs call it throttling.
            case UnavailableException e when e.code() == ErrorCode.DEVICE_FULL -> S3Error.INSUFFICIENT_STORAGE;
            case ClientBusyException _ -> S3Error.SLOW_DOWN;
            case DataUnavailableException e when e.code() == ErrorCode.DATA_UNAVAILABLE -> S3Error.SERVICE_UNAVAILABLE;
            case UnavailableException _, DeadlineExceededException _, WriteOutcomeUnknownException _ ->
                S3Error.SERVICE_UNAVAILABLE;
            // A write that lasted too long, or a clock that is wrong, here or there: no defect, and the log says which.
            case WriteExpiredException _ -> S3Error.SERVICE_UNAVAILABLE;
            default -> S3Error.INTERNAL_ERROR;
        };
    }
}
