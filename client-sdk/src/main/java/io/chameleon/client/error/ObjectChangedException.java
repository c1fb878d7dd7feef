package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The object was overwritten or deleted while it was streamed, and the version being read is gone. The bytes delivered
 * so far are the beginning of that older version.
 */
public final class ObjectChangedException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public ObjectChangedException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Read the object again from the start.";
    }
}
