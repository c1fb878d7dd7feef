package io.chameleon.transport.rpc;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;

/** {@code DEADLINE_EXCEEDED}, and the peer had not said HELLO by then: it may be another service. */
public final class NotGreetedError extends ChameleonError {
    private static final long serialVersionUID = 1L;

    public NotGreetedError(String message) {
        super(ErrorCode.DEADLINE_EXCEEDED, message);
    }
}
