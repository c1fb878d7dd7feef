package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** If-Match or If-None-Match did not hold: another client wrote, or deleted, first. */
public final class PreconditionFailedException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public PreconditionFailedException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Read the object again and decide anew.";
    }
}
