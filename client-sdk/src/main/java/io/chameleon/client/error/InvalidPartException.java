package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A completion names a part that was not uploaded, or was uploaded anew since.
 */
public final class InvalidPartException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public InvalidPartException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "List the parts of the upload, and complete it with these.";
    }
}
