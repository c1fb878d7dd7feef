package io.chameleon.client.error;

import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A change, such as the commit of a write, was sent, but no answer came before the time limit or before the client was
 * closed. It may have happened or not.
 */
public final class WriteOutcomeUnknownException extends ChameleonException {
    private static final long serialVersionUID = 1L;

    public WriteOutcomeUnknownException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    @Override
    public String advice() {
        return "Do it again (the last write wins), or read to see what is there.";
    }
}
