package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The caller is known, but lacks the grant of the bucket that this needs. */
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
