package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The bucket, or the user who owns it, would hold more than its quota. Nothing was written. */
public final class QuotaExceededException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public QuotaExceededException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Delete something, or ask an operator to raise the quota ('chameleon bucket quota').";
    }
}
