package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * There is no object of that name, or it was deleted while it was read.
 */
public final class ObjectNotFoundException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public ObjectNotFoundException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Check bucket and key.";
    }
}
