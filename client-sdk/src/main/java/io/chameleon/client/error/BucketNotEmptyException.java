package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The bucket holds objects or an open upload, so it was not deleted. */
public final class BucketNotEmptyException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public BucketNotEmptyException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Delete its objects first, and let its uploads end.";
    }
}
