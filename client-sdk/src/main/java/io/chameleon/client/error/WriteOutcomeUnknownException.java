package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The commit of a write was sent, and no answer came: the object may hold the new version, or still the old one.
 */
public final class WriteOutcomeUnknownException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public WriteOutcomeUnknownException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public boolean retryable() {
        return true;
    }

    @Override
    public String advice() {
        return "Write again (the last write wins), or read to see which version is there.";
    }
}
