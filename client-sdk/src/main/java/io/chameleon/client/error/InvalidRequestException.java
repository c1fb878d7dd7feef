package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The request makes no sense: the message says what was given and what is expected.
 */
public final class InvalidRequestException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public InvalidRequestException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Correct the request.";
    }
}
