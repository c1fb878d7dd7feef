package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * No answer within the time limit; nothing was changed.
 */
public final class DeadlineExceededException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public DeadlineExceededException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Try again, or allow more time (see Timeouts).";
    }
}
