package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** There is a bucket of that name already, perhaps another user's. */
public final class BucketExistsException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public BucketExistsException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Use the bucket if it is yours, or choose another name.";
    }
}
