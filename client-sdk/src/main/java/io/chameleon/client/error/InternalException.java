package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A defect, here or on the other side, whose log has the cause. A defect of the other side may pass: see
 * {@link #retryable}.
 */
public final class InternalException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public InternalException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Report it, with this stack trace and the server's log.";
    }
}
