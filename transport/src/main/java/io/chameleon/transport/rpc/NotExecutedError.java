package io.chameleon.transport.rpc;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * {@code UNAVAILABLE}, and certainly no handler has seen the request: the peer could not be reached, or refused the
 * request because it is closing. Sending it elsewhere cannot execute it twice.
 */
public final class NotExecutedError extends ChameleonError {
    private static final long serialVersionUID = 1L;

    public NotExecutedError(String message) {
        this(message, null);
    }

    public NotExecutedError(String message, @Nullable Throwable cause) {
        super(ErrorCode.UNAVAILABLE, message, cause);
    }
}
