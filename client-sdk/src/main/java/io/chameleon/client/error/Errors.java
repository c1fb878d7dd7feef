package io.chameleon.client.error;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.rpc.NotExecutedError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The one place that turns internal failures into what the caller sees. */
public final class Errors {
    private Errors() {}

    /**
     * The exception for the caller: one of the sealed family, an {@link UncheckedIOException} of the caller's own
     * stream, or what the caller's own publisher or supplier threw.
     */
    public static RuntimeException of(Throwable failure) {
        Throwable cause = unwrap(failure);
        if (cause instanceof ChameleonException known) {
            return known;
        }
        if (cause instanceof CallersOwn callers) {
            return callers.thrown;
        }
        if (cause instanceof UncheckedIOException callersOwn) {
            return callersOwn;
        }
        if (cause instanceof ChameleonError error) {
            return of(error);
        }
        if (cause instanceof IllegalArgumentException bad) {
            return new InvalidRequestException(ErrorCode.INVALID_REQUEST, text(bad), bad);
        }
        if (cause instanceof RejectedExecutionException) {
            return new UnavailableException(
                    ErrorCode.OVERLOADED, "an executor of this client takes no more work: " + text(cause), cause);
        }
        if (cause instanceof Expired) {
            return new DeadlineExceededException(ErrorCode.DEADLINE_EXCEEDED, text(cause), cause.getCause());
        }
        if (cause instanceof CancellationException) {
            return new OperationCancelledException(ErrorCode.CANCELLED, "the operation was cancelled", cause);
        }
        if (cause instanceof OutOfMemoryError full) {
            return new UnavailableException(ErrorCode.OVERLOADED, full(full), full);
        }
        return new InternalException(ErrorCode.INTERNAL, "unexpected: " + cause, cause);
    }

    private static String full(OutOfMemoryError full) {
        String said = text(full);
        String help = "";
        if (said.contains("direct")) {
            help = "; -XX:MaxDirectMemorySize gives it more, writeMemory and readMemory have the client take less";
        } else if (said.contains("heap")) {
            help = "; -Xmx gives it more, and a stream or a file takes objects that do not fit";
        }
        return "this process has too little memory: " + said + help;
    }

    /** For what the caller's own publisher or supplier threw: {@link #of} gives it back, whatever it is. */
    public static RuntimeException ofCaller(Throwable thrown) {
        if (thrown instanceof RuntimeException known) {
            return new CallersOwn(known);
        }
        IOException read = thrown instanceof IOException io ? io : new IOException(thrown.toString(), thrown);
        return new CallersOwn(new UncheckedIOException("reading the bytes to write: " + read.getMessage(), read));
    }

    /** Keeps what the caller's code threw apart from an error of our own. */
    private static final class CallersOwn extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final RuntimeException thrown;

        CallersOwn(RuntimeException thrown) {
            super(thrown.getMessage(), thrown, false, false);
            this.thrown = thrown;
        }
    }

    /** Cancels what an operation has in flight when its deadline passes. */
    public static CancellationException expired(Duration deadline) {
        return expired(deadline, null);
    }

    /** @param last how the last try of a request ended; null if none has failed */
    public static CancellationException expired(Duration deadline, @Nullable Throwable last) {
        String message = "not complete within the deadline of " + deadline.toMillis() + " ms";
        return new Expired(last == null ? message : message + "; the last try: " + text(last), last);
    }

    private static final class Expired extends CancellationException {
        private static final long serialVersionUID = 1L;

        Expired(String message, @Nullable Throwable last) {
            super(message);
            initCause(last);
        }
    }

    /** Whether a request failed because its caller ended it. */
    public static boolean isGivenUp(Throwable failure) {
        return unwrap(failure) instanceof CancellationException || code(failure) == ErrorCode.CANCELLED;
    }

    /** The error inside the wrappers that futures put around it. */
    public static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while (isWrapper(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** A future of Java 25 wraps its cancellation, too, when somebody waits for it. */
    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException
                || failure instanceof ExecutionException
                || failure instanceof CancellationException && failure.getCause() instanceof CancellationException;
    }

    /** The stable code of any failure. */
    public static ErrorCode code(Throwable failure) {
        Throwable cause = unwrap(failure);
        if (cause instanceof ChameleonError error) {
            return error.code();
        }
        if (cause instanceof Expired) {
            return ErrorCode.DEADLINE_EXCEEDED;
        }
        if (cause instanceof CancellationException) {
            return ErrorCode.CANCELLED;
        }
        if (cause instanceof Error) {
            return ErrorCode.INTERNAL; // of a change nobody knows how far it came
        }
        RuntimeException shown = of(cause);
        return shown instanceof ChameleonException known ? known.code() : ErrorCode.INTERNAL;
    }

    /** Whether a request that failed like this may have been carried out after all. */
    public static boolean mayHaveHappened(Throwable failure) {
        return !(unwrap(failure) instanceof NotExecutedError) && code(failure).leavesOutcomeOpen();
    }

    private static ChameleonException of(ChameleonError error) {
        ErrorCode code = error.code();
        String message = text(error);
        return switch (code) {
            case OBJECT_NOT_FOUND -> new ObjectNotFoundException(code, message, error);
            case PRECONDITION_FAILED -> new PreconditionFailedException(code, message, error);
            case WRITE_TOO_OLD, WRITE_FROM_FUTURE -> new WriteExpiredException(code, message, error);
            case QUOTA_EXCEEDED -> new QuotaExceededException(code, message, error);
            case BUCKET_NOT_FOUND -> new BucketNotFoundException(code, message, error);
            case BUCKET_EXISTS -> new BucketExistsException(code, message, error);
            case BUCKET_NOT_EMPTY -> new BucketNotEmptyException(code, message, error);
            case UPLOAD_NOT_FOUND -> new UploadNotFoundException(code, message, error);
            case INVALID_PART -> new InvalidPartException(code, message, error);
            case INVALID_REQUEST -> new InvalidRequestException(code, message, error);
            case UNAUTHENTICATED -> new UnauthenticatedException(code, message, error);
            case PERMISSION_DENIED -> new PermissionDeniedException(code, message, error);
            case DEADLINE_EXCEEDED -> new DeadlineExceededException(code, message, error);
            case UNAVAILABLE, OVERLOADED, NOT_ENOUGH_SERVERS, DEVICE_FULL, DRAINING, WRONG_CLUSTER ->
                new UnavailableException(code, message, error);
            case CANCELLED -> new OperationCancelledException(code, message, error);
            case FRAGMENT_NOT_FOUND, CORRUPT_FRAGMENT, DATA_UNAVAILABLE, FORMAT_NOT_READ ->
                new DataUnavailableException(code, message, error);
            case FENCED, PROTOCOL_ERROR, INTERNAL -> new InternalException(code, message, error);
        };
    }

    private static String text(Throwable error) {
        String message = error.getMessage();
        return message == null ? error.toString() : message;
    }
}
