package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * There is no such multipart upload: it was never begun, or it was completed or aborted.
 */
public final class UploadNotFoundException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public UploadNotFoundException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Begin a new upload, unless another client has completed this one.";
    }
}
