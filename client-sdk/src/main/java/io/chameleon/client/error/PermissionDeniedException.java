package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The caller is known, and may not do this: it lacks a grant of the bucket.
 */
public final class PermissionDeniedException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public PermissionDeniedException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Ask an owner of the bucket for a grant.";
    }
}
