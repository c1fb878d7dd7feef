package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The caller cancelled the operation, was interrupted, or closed the client. A write may or may not have happened.
 */
public final class OperationCancelledException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public OperationCancelledException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Read to see which version is there, if it was a write.";
    }
}
