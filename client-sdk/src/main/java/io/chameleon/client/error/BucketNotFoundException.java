package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** There is no bucket of that name. */
public final class BucketNotFoundException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public BucketNotFoundException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Check the name ('chameleon bucket ls'), or make the bucket ('chameleon bucket create').";
    }
}
