package io.chameleon.transport.rpc;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;

/**
 * {@code OVERLOADED}, reported by this process itself: too much waits to be sent. The peer was not asked and is not to
 * blame.
 */
public final class SendQueueFullError extends ChameleonError {
    private static final long serialVersionUID = 1L;

    public SendQueueFullError(String message) {
        super(ErrorCode.OVERLOADED, message);
    }
}
