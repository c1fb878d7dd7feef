package io.chameleon.transport;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * {@code UNAVAILABLE}, and the request certainly reached no handler: the peer could not be connected to, or refused the request
 * because it is closing. Sending it elsewhere cannot make it happen twice.
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
